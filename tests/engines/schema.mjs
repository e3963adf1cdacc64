// docs/report.schema.json, applied by a validator.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";

const validate = new Ajv().compile(JSON.parse(readFileSync(new URL("../../docs/report.schema.json", import.meta.url))));

/// Why a report does not follow the schema; empty if it does.
export const invalid = (text) =>
  validate(JSON.parse(text)) ? "" : `${validate.errors[0].instancePath}: ${validate.errors[0].message}`;
