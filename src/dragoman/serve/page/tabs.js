// Tabs as the ARIA practices describe them: arrow keys, Home and End move, and what is chosen is shown at once.
import { at, make } from "./dom.js";
import { strings } from "./strings.js";

export function makeTabs(names, onchange) {
  const list = at("tabs");
  const show = (name, focus = false) => {
    for (const one of names) {
      const tab = at(`tab-${one}`);
      const chosen = one === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      at(`panel-${one}`).hidden = !chosen;
      if (chosen && focus) tab.focus();
    }
    onchange(name);
  };
  for (const name of names) {
    list.append(
      make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
        onclick: () => show(name) }, strings.tabs[name]),
    );
    at("panels").append(
      make("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: "0" }),
    );
  }
  list.addEventListener("keydown", (event) => {
    const place = names.findIndex((name) => at(`tab-${name}`) === document.activeElement);
    const places = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: names.length - 1 };
    if (place < 0 || !(event.key in places)) return;
    event.preventDefault();
    show(names[(places[event.key] + names.length) % names.length], true);
  });
  return show;
}
