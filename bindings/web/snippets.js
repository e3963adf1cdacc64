// The snippets as text to copy.
"use strict";
{
  const first = "glsl";  // the page's initial language
  const languages = [...isonoise.languages].sort((a, b) => (b.name == first) - (a.name == first));
  const form = element("choose"), text = element("text"), copied = element("copied");

  const radio = (name, value, label, checked) => {
    const outer = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, { type: "radio", name, value, defaultChecked: checked });
    const inner = document.createElement("span");
    inner.textContent = label;
    outer.append(input, inner);
    return outer;
  };
  element("languages").append(...languages
    .map(({ name, title }) => radio("language", name, title, name == first)));
  element("dimensions").append(...[1, 2, 3, 4].map((dim) => radio("dimension", dim, `${dim}D`, dim == 2)));

  const path = () => {
    const { language, dimension } = form.elements;
    const { extension } = languages.find(({ name }) => name == language.value);
    return `${language.value}/perlin${dimension.value}.${extension}`;
  };

  // Dims comments and preprocessor lines.
  const part = (piece) => {
    const kind = /^(\/\/|# )/.test(piece) ? "comment" : piece.startsWith("#") ? "directive" : "";
    if (!kind) return piece;
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = piece;
    return span;
  };

  function show() {
    const name = path(), source = isonoise.snippets[name];
    text.replaceChildren(...source.split(/(\/\/.*|# .*|^#.*)/m).map(part));
    text.scrollTo(0, 0);
    element("file").textContent = name.slice(name.indexOf("/") + 1);
    element("size").textContent = `${(source.length / 1024).toFixed(1)} KiB`;
    element("download").href = `snippets/${name}`;
    element("call").textContent = /perlin\d/i.exec(source.split("\n")[1])[0];
    copied.textContent = "";
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", show);
  element("copy").addEventListener("click", async () => {
    copied.textContent = "";
    if (await copyText(isonoise.snippets[path()])) {
      copied.textContent = "Copied";
      return;
    }
    getSelection().selectAllChildren(text);
    text.focus();
    copied.textContent = "Selected: press Ctrl+C to copy";
  });
  show();
}
