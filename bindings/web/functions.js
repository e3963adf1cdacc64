// The shelf of functions: the viewer, in one frame without its panel, plays over the picture that is pointed at.
"use strict";

const shelf = document.querySelector(".shelf");
let frame = null, waiting = 0;

function rest() {
  clearTimeout(waiting);
  frame?.classList.remove("drawn");
}

// Moves the frame over a card's picture, and shows it once it has drawn the function.
function play(card) {
  const shot = card.querySelector(".shot"), name = card.dataset.name;
  if (!frame) {
    frame = Object.assign(document.createElement("iframe"), { id: "live", tabIndex: -1, title: "the function in motion",
      src: `try/index.html?live#preset=${name}` });
    shelf.append(frame);
  } else if (frame.contentWindow.location.href != "about:blank") {
    frame.contentWindow.location.hash = `preset=${name}`;
  }
  const from = shelf.getBoundingClientRect(), { left, top, width, height } = shot.getBoundingClientRect();
  Object.assign(frame.style, { left: `${left - from.left}px`, top: `${top - from.top}px`, width: `${width}px`,
    height: `${height}px` });
  const look = () => {
    const draws = frame.contentWindow.drawn?.() == name;
    frame.classList.toggle("drawn", draws);
    if (!draws) waiting = setTimeout(look, 100);
  };
  waiting = setTimeout(look, 100);
}

if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
  for (const card of document.querySelectorAll(".card a")) {
    const begin = (delay) => {
      rest();
      waiting = setTimeout(() => play(card), delay);
    };
    card.addEventListener("pointerenter", (event) => event.pointerType == "mouse" && begin(200));
    card.addEventListener("focus", () => card.matches(":focus-visible") && begin(200));
    card.addEventListener("pointerleave", rest);
    card.addEventListener("blur", rest);
  }
}
