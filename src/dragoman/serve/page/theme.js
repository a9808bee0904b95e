// Light, dark, or what the system prefers. The choice stays in this browser.
import { at } from "./dom.js";
import { strings } from "./strings.js";

const ORDER = ["auto", "light", "dark"];

export function setUpTheme() {
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("dragoman.theme") ?? "auto";
  } catch {
    chosen = "auto";
  }
  const apply = (name) => {
    chosen = ORDER.includes(name) ? name : "auto";
    if (chosen === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
    at("theme").textContent = strings.themes[chosen];
    try {
      localStorage.setItem("dragoman.theme", chosen);
    } catch {
      // a browser that keeps nothing
    }
  };
  at("theme").addEventListener("click", () => apply(ORDER[(ORDER.indexOf(chosen) + 1) % ORDER.length]));
  apply(chosen);
}
