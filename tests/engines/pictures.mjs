// Takes screenshots and checks that they show something. An image is { width, height, data }, with RGBA data.
import { writeFileSync } from "node:fs";

/// A screenshot of a page; also written to `file` if given.
export async function picture(page, file) {
  const png = await page.screenshot();
  if (file) writeFileSync(file, png);
  return page.evaluate(decode, `data:image/png;base64,${png.toString("base64")}`).then(bytes);
}

async function decode(url) {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(bitmap, 0, 0);
  let data = "";
  for (const byte of context.getImageData(0, 0, width, height).data) data += String.fromCharCode(byte);
  return { width, height, data: btoa(data) };
}
const bytes = ({ width, height, data }) => ({ width, height, data: Buffer.from(data, "base64") });

/// Says why an image counts as blank; empty if it shows something.
export function plain({ data }) {
  const colours = new Set();
  let coloured = 0;
  for (let i = 0; i < data.length; i += 4) {
    const pixel = [data[i], data[i + 1], data[i + 2]];
    if (Math.max(...pixel) - Math.min(...pixel) > 24) ++coloured;
    colours.add((pixel[0] << 16) | (pixel[1] << 8) | pixel[2]);
  }
  if (colours.size < 100) return `only ${colours.size} colours`;
  if (coloured < data.length / 4 / 10) return "grey";
  return "";
}

/// The mean difference of two images' bytes.
export const difference = (a, b) => a.data.reduce((sum, x, i) => sum + Math.abs(x - b.data[i]), 0) / a.data.length;
