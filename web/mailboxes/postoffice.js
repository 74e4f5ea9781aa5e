// A frame does not grow with the letter in it by itself.
for (const frame of document.querySelectorAll("iframe.paper")) {
  const fit = () => {
    const inside = frame.contentDocument;
    if (inside && inside.body) {
      frame.style.height = "0";
      frame.style.height = Math.max(inside.documentElement.scrollHeight, 80) + 2 + "px";
    }
  };
  frame.addEventListener("load", fit);
  window.addEventListener("resize", fit);
  fit();
}
