"use strict";
// Without this the page works too: a button sends its command to the house, which writes it
// into the field.
(() => {
  const body = document.body, field = () => document.getElementById("line");
  const write = (command) => { field().value = command; field().focus(); };

  document.addEventListener("click", (e) => {
    const key = e.target.closest("button[name=pick]");
    if (key && field()) { e.preventDefault(); write(key.value); return; }
    const spot = e.target.closest(".spot");
    if (spot && field()) next(spot);
  });
  document.addEventListener("keydown", (e) => {
    if ((e.key === "Enter" || e.key === " ") && e.target.classList.contains("spot")) { e.preventDefault(); next(e.target, true); }
  });

  // A cell may have several commands: each choice of it writes the next, of the card in the
  // field first.
  function next(spot, stay) {
    const all = spot.dataset.picks.split("|"), now = field().value;
    const same = all.filter((c) => now && c.split(" ")[0] === now.split(" ")[0]);
    const from = same.length && !all.includes(now) ? same : all;
    field().value = from[(from.indexOf(now) + 1) % from.length];
    if (!stay) field().focus();
  }

  function ready() {
    for (const spot of document.querySelectorAll(".spot")) { spot.setAttribute("tabindex", "0"); spot.setAttribute("role", "button"); }
  }
  ready();

  let shown = body.dataset.now;
  if (body.dataset.live) { setInterval(follow, 8000); return; }
  if (!body.dataset.news) return;
  async function look() {
    if (document.hidden) return;
    try {
      const res = await fetch(body.dataset.news, { cache: "no-store" });
      const now = res.ok ? await res.text() : shown;
      if (now === shown) return;
      shown = now;
      document.getElementById("news").hidden = false;
    } catch { /* away for a moment: the next look will tell */ }
  }
  setInterval(look, 8000);

  // A match that anybody may watch is shown anew by itself: nobody is writing here.
  async function follow() {
    if (document.hidden) return;
    try {
      const res = await fetch(body.dataset.live, { cache: "no-store" });
      const now = res.ok ? await res.text() : shown;
      if (now === shown) return;
      const page = new DOMParser().parseFromString(await (await fetch(location.href, { cache: "no-store" })).text(), "text/html");
      for (const part of ["header", "main"]) document.querySelector(part).replaceWith(page.querySelector(part));
      shown = page.body.dataset.now;
      if (!shown) location.reload(); // it is over
    } catch { /* away for a moment: the next look will tell */ }
  }
})();
