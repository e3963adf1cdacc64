// Validates against docs/report.schema.json.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";

const validate = new Ajv().compile(JSON.parse(readFileSync(new URL("../../docs/report.schema.json", import.meta.url))));

/// Says why a report does not match the schema; empty if it does.
export const invalid = (text) =>
  validate(JSON.parse(text)) ? "" : `${validate.errors[0].instancePath}: ${validate.errors[0].message}`;
