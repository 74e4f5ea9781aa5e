// Lists show new mail by themselves, except while the page is hidden or has the focus.
const news = document.body.dataset.news;
if (news) {
  setInterval(async () => {
    const list = document.querySelector("main");
    if (document.hidden || list.contains(document.activeElement)) return;
    try {
      const res = await fetch(news, { cache: "no-store" });
      const now = res.ok && new DOMParser().parseFromString(await res.text(), "text/html").querySelector("main");
      if (now && now.innerHTML !== list.innerHTML) list.replaceWith(now);
    } catch { /* the house is away for a moment */ }
  }, 5000);
}

// A frame does not grow with its letter by itself.
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
