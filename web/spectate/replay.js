"use strict";
// The page works without this script too: its links and the form change steps.
(async () => {
  const get = (id) => document.getElementById(id), body = document.body;
  let all;
  try {
    const res = await fetch(body.dataset.replay);
    if (!res.ok) return;
    all = await res.json();
  } catch { return; }
  const svg = "http://www.w3.org/2000/svg";
  const made = (name, parent, text) => { const e = document.createElement(name); if (text !== undefined) e.textContent = text; parent.append(e); return e; };
  const drawn = (name, parent, attributes) => {
    const e = document.createElementNS(svg, name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    parent.append(e);
    return e;
  };

  // All steps share one picture: each sprite is created once and then only placed anew.
  const board = get("board");
  board.replaceChildren();
  const picture = drawn("svg", board, { class: "board", role: "img" });
  drawn("defs", picture, {}).innerHTML = all.sprites.map((s, i) => `<g id="s${i}">${s}</g>`).join("");
  const ground = drawn("rect", picture, {}), laid = drawn("g", picture, {});

  function show(at) {
    const step = all.steps[at - 1];
    get("where").textContent = `${at} / ${all.steps.length}`;
    get("at").value = at;
    for (const [id, to] of [["back", at - 1], ["on", at + 1]]) get(id).href = `?step=${Math.min(Math.max(to, 1), all.steps.length)}`;
    const told = get("told");
    told.replaceChildren();
    if (step.at) made("p", told, step.at).className = "faint";
    for (const line of step.lines) made("p", told, line);
    picture.style.display = step.width ? "" : "none";
    picture.setAttribute("viewBox", `0 0 ${step.width} ${step.height}`);
    picture.setAttribute("aria-label", step.alt);
    ground.setAttribute("class", "f-" + step.ground);
    ground.setAttribute("width", step.width);
    ground.setAttribute("height", step.height);
    laid.replaceChildren();
    for (const [sprite, x, y] of step.uses || []) drawn("use", laid, { href: `#s${sprite}`, x, y });
    const seats = get("seats");
    seats.replaceChildren();
    for (const seat of step.seats || []) {
      const row = made("tr", seats);
      row.className = "cell";
      made("td", row, seat.seat).className = "head";
      const cell = made("td", row);
      for (const line of seat.you) made("p", cell, line);
      made("p", cell, seat.hand.join(", ")).className = "faint";
    }
  }
  const go = (at) => {
    at = Math.min(Math.max(at, 1), all.steps.length);
    show(at);
    history.replaceState(null, "", `?step=${at}`);
  };
  get("at").addEventListener("input", (e) => go(+e.target.value));
  get("back").addEventListener("click", (e) => { e.preventDefault(); go(+get("at").value - 1); });
  get("on").addEventListener("click", (e) => { e.preventDefault(); go(+get("at").value + 1); });
  get("reel").addEventListener("submit", (e) => e.preventDefault());
  show(+get("at").value);
})();
