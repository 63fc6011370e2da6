"use strict";
{
  const root = document.documentElement, button = document.querySelector("button.theme");
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
    });
  }
}
