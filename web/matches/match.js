"use strict";
// The page works without this script too: a button then sends its command to the house, which writes it into the field.
(() => {
  const field = () => document.getElementById("line");
  const begun = field()?.value; // a command that the house wrote into the field
  let pointed = board(), tag = "";
  if (begun) field().value = begun;

  document.addEventListener("click", (e) => {
    const key = e.target.closest("button[name=pick]");
    if (!key || !field()) return;
    e.preventDefault();
    field().value = key.value;
    field().dispatchEvent(new Event("input"));
    field().focus();
  });

  // busy reports whether new content would destroy what the reader is doing.
  const busy = () => pointed?.busy() || field()?.value || document.querySelector("details.host[open]") || document.querySelector("form.asked");

  // look asks for news from time to time and when the reader comes back to the page. The server does not
  // send again what the page has.
  async function look() {
    const { now, news, live } = document.body.dataset;
    if (document.hidden || !(news || live)) return;
    try {
      const res = await fetch(news || live, { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
      if (!res.ok) return;
      if (await res.text() === now) tag = res.headers.get("ETag") ?? "";
      else if (busy() || !await renew()) document.getElementById("news").hidden = false;
    } catch { /* the server is away for a moment; the next look will tell */ }
  }
  // renew shows the current page, unless the reader has begun something while it was loading.
  async function renew() {
    const at = document.body.dataset.page || location.href;
    const page = new DOMParser().parseFromString(await (await fetch(at, { cache: "no-store" })).text(), "text/html");
    if (busy()) return false;
    for (const part of ["header", "main"]) document.querySelector(part).replaceWith(page.querySelector(part));
    for (const k of ["now", "news", "live"]) {
      if (k in page.body.dataset) document.body.dataset[k] = page.body.dataset[k];
      else delete document.body.dataset[k];
    }
    document.title = page.title;
    pointed = board();
    return true;
  }
  setInterval(look, 30000);
  window.addEventListener("focus", look);
  document.addEventListener("visibilitychange", look);
})();
