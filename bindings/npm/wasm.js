/** The bytes that a text gives in hexadecimal. */
export function bytes(hex) {
  const all = new Uint8Array(hex.length / 2);
  for (let i = 0; i < all.length; ++i) all[i] = parseInt(hex.substr(2 * i, 2), 16);
  return all;
}

/** The function in a small module, or undefined where WebAssembly or its vectors are missing or forbidden. */
export function compiled(hex) {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(bytes(hex))).exports.perlin;
  } catch {
    return undefined;
  }
}

/** A function that compiles the large module of `load`, an import, when it is first called. */
export function once(load) {
  let module;
  return () => {
    module ??= load().then(({ code }) => WebAssembly.compile(bytes(code)));
    module.catch(() => module = undefined);
    return module;
  };
}
