/** Light or dark: the system's choice, until the switch in the corner overrides it; this browser remembers that. */

import { icon, put } from "./shared/dom.js";

const KEY = "kibitz-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

function chosen() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // the browser stores nothing, so the system's choice applies
  }
}

const isDark = () => (chosen() ? chosen() === "dark" : dark.matches);

function apply() {
  const choice = chosen();
  if (choice) document.documentElement.dataset.theme = choice;
  const button = document.getElementById("theme");
  if (!button) return;
  put(button, icon("theme"));
  button.setAttribute("aria-label", isDark() ? "Switch to light" : "Switch to dark");
  button.title = button.getAttribute("aria-label") ?? "";
}

document.getElementById("theme")?.addEventListener("click", () => {
  try {
    localStorage.setItem(KEY, isDark() ? "light" : "dark");
  } catch {
    return;
  }
  apply();
});
dark.addEventListener("change", apply);
apply();
