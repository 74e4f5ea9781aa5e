"use strict";
// Moves are chosen by pointing: at a card of the hand or of the table, then at one of the places that glow. The chosen
// move is put into the field as a command, and Play sends it. Without this script, commands are buttons and text.
function board() {
  const data = document.getElementById("pointing"), form = document.getElementById("play");
  const picture = document.querySelector("#sheet img.board"), held = document.querySelector("#sheet img.hand");
  if (!data || !form || !picture) return null;
  const { moves, board, hand } = JSON.parse(data.textContent), field = form.elements.line, words = form.dataset;
  const svg = "http://www.w3.org/2000/svg", spots = new Map();
  let card = "", place = "", turn = 0;

  const made = (name, parent, attributes) => {
    const e = document.createElementNS(svg, name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    parent.append(e);
    return e;
  };
  // overlay puts an element over each card and place of a picture.
  function overlay(img, areas, label) {
    const table = document.createElement("div"), size = { width: img.getAttribute("width"), height: img.getAttribute("height") };
    table.className = "table";
    img.replaceWith(table);
    table.append(img);
    const over = made("svg", table, { viewBox: `0 0 ${size.width} ${size.height}`, role: "group", "aria-label": label });
    for (const a of areas) {
      if (!moves.some((m) => m.card === a.name || m.place === a.name)) continue;
      const spot = made("rect", over, { x: a.x, y: a.y, width: a.width, height: a.height, rx: 5, role: "button", class: "spot", "data-name": a.name });
      spots.set(a.name, { ...a, spot, img, size, over, table });
      spot.addEventListener("click", () => point(a.name));
      spot.addEventListener("keydown", (e) => key(e, a.name));
    }
  }
  overlay(picture, board || [], words.board);
  if (held) overlay(held, hand || [], words.hand);
  // Moves that can be pointed at need no button, unless there are words beside it that explain the move.
  for (const b of document.querySelectorAll("#sheet button[name=pick]")) if (!b.closest(".head")) (b.closest("li") ?? b).hidden = moves.some((m) => m.command === b.value);

  // The tray says what is chosen and has buttons for choices that are no place of the picture. It stays
  // visible with the hand as long as the board is visible.
  const desk = document.createElement("div"), tray = document.createElement("div"), play = document.createElement("button");
  tray.className = "tray";
  desk.className = "desk";
  const last = (held ?? picture).closest(".table"), row = last.closest("p") ?? last;
  row.after(desk);
  if (held) desk.append(last);
  desk.append(tray);
  play.type = "button";
  play.className = "main ghostplay";
  play.textContent = words.play;
  play.addEventListener("click", send);
  const said = document.createElement("p"), loose = document.createElement("p");
  said.setAttribute("role", "status");
  loose.className = "loose";
  tray.append(said, loose);

  const isCard = (name) => moves.some((m) => m.card === name);
  const fits = () => moves.filter((m) => (!card || m.card === card) && (!place || m.place === place));
  // chosen returns the only move that fits what was pointed at.
  function chosen() {
    const all = card ? fits() : [];
    if (card && place) return all[turn % all.length];
    return all.length === 1 && !all[0].place ? all[0] : undefined;
  }

  // point chooses a card or a place. If both are chosen already, it turns the card.
  function point(name) {
    if (isCard(name) && !(card && moves.some((m) => m.card === card && m.place === name))) {
      card = card === name ? "" : name;
      if (!fits().length) place = "";
    } else if (place === name && card) {
      turn++;
      return show();
    } else {
      place = name;
      if (!fits().length) card = "";
    }
    turn = 0;
    show();
  }

  function show() {
    const move = chosen(), all = fits();
    for (const [name, s] of spots) {
      s.glows = card ? moves.some((m) => m.card === card && m.place === name) : place !== "" && all.some((m) => m.card === name);
      s.live = !card || s.glows || isCard(name);
      s.spot.setAttribute("class", "spot" + (s.glows ? " glow" : "") + (name === card || name === place ? " chosen" : "") + (s.live ? "" : " idle"));
      s.spot.setAttribute("aria-pressed", name === card || name === place);
      s.spot.setAttribute("aria-disabled", !s.live);
      const says = s.glows && moves.find((m) => m.card === card && m.place === name);
      s.spot.setAttribute("aria-label", says ? says.says : s.label);
    }
    ghost(move);
    field.value = move ? move.command : "";
    said.textContent = move ? move.says + (place && all.length > 1 ? " " + words.again : "") : card ? spots.get(card).label + ": " + words.place : words.choose;
    loose.replaceChildren();
    for (const m of moves) {
      if (m.place || m.card && m.card !== card || m === move && !place) continue;
      const b = document.createElement("button");
      b.type = "button";
      b.className = "key";
      b.value = m.command;
      b.textContent = m.says;
      b.addEventListener("click", () => { field.value = m.command; send(); });
      loose.append(b);
    }
    if (card) {
      const b = document.createElement("button");
      b.type = "button";
      b.className = "key";
      b.textContent = words.back;
      b.addEventListener("click", drop);
      loose.append(b);
    }
    if (move && !place) tray.append(play);
    if (move && place) { // Play may be hidden behind the hand or below the window
      play.style.scrollMarginBottom = `${desk.offsetHeight + 8}px`;
      play.scrollIntoView({ block: "nearest" });
    }
    for (const img of [picture, held]) tabs([...spots].filter(([, s]) => s.img === img));
  }

  // tabs makes the cards and the places that glow reachable by Tab,
  // and otherwise one place; arrow keys lead to the others.
  function tabs(group) {
    const one = group.find(([n]) => n === place) ?? group.find(([, s]) => s.live);
    for (const [n, s] of group) s.spot.setAttribute("tabindex", isCard(n) || s.glows || one && s === one[1] ? 0 : -1);
  }

  // ghost shows the card where it would lie, with Play below it.
  function ghost(move) {
    document.querySelector(".ghost")?.remove();
    play.remove();
    if (!move || !move.place) return;
    const from = spots.get(move.card), to = spots.get(move.place);
    const g = made("g", to.over, { class: "ghost" });
    const area = { x: to.x, y: to.y, width: to.width, height: to.height };
    const box = made("svg", g, { ...area, viewBox: `${from.x} ${from.y} ${from.width} ${from.height}` });
    made("image", box, { ...from.size, href: from.img.src });
    if (move.turned) g.setAttribute("transform", `rotate(180 ${to.x + to.width / 2} ${to.y + to.height / 2})`);
    made("rect", g, { ...area, rx: 5, class: "rim" });
    to.table.append(play);
    const percent = (part, whole) => `${100 * part / whole}%`;
    play.style.left = `clamp(2.4rem, ${percent(to.x + to.width / 2, to.size.width)}, calc(100% - 2.4rem))`;
    // Play is above the ghost if it hides fewer other places there.
    const tall = 48 * to.size.height / to.img.clientHeight, below = to.y + to.height, above = to.y - tall;
    const hides = (top) => [...spots.values()].filter((s) => s.glows && s !== to && Math.abs(s.x - to.x) < 1.5 * to.width && s.y < top + tall && s.y + s.height > top).length;
    play.style.top = `calc(${percent(above >= 0 && hides(above) < hides(below) ? above : below, to.size.height)} + 4px)`;
  }

  function send() { if (field.value) form.requestSubmit(); }
  function drop() {
    const back = spots.get(card) ?? spots.get(place);
    card = place = "";
    turn = 0;
    show();
    back?.spot.focus();
  }

  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  // next returns the nearest spot in a direction that can be chosen, in the same picture.
  function next(name, [dx, dy]) {
    const from = spots.get(name);
    let best, least = Infinity;
    for (const [n, s] of spots) {
      if (n === name || s.img !== from.img || !s.live) continue;
      const x = s.x + s.width / 2 - from.x - from.width / 2, y = s.y + s.height / 2 - from.y - from.height / 2;
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 2 && along + 2 * aside < least) [best, least] = [n, along + 2 * aside];
    }
    return best;
  }
  function key(e, name) {
    if (e.key in ways) {
      const to = next(name, ways[e.key]);
      if (to && card && spots.get(to).glows) { place = to; turn = 0; show(); } // the ghost follows
      if (to) { focus(to); e.preventDefault(); }
    } else if (e.key === "Escape") {
      drop();
    } else if (e.key === " " || e.key === "Enter" && !e.repeat) {
      e.preventDefault();
      if (e.key === "Enter" && chosen() && (name === place || name === card)) return send();
      point(name);
      const first = card === name && [...spots].find(([, s]) => s.glows);
      if (first) focus(first[0]);
      else if (card === name) (play.isConnected ? play : loose.querySelector("button"))?.focus();
    }
  }
  function focus(name) {
    spots.get(name).spot.setAttribute("tabindex", 0);
    spots.get(name).spot.focus();
  }

  field.addEventListener("input", () => {
    const typed = field.value;
    card = place = "";
    show();
    field.value = typed;
  });
  show();
  return { busy: () => card !== "" || place !== "" };
}
