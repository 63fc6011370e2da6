// A tip near the pointer or the focused element. Its text is text: names come from users' files.
const tip = (() => {
  const box = document.createElement("div");
  box.className = "tip";
  box.hidden = true;
  box.setAttribute("aria-hidden", "true"); // readers get the same words from the label of what has the focus
  document.body.append(box);
  let anchor = null; // what has the focus: the tip stays beside it when the page scrolls
  const hide = () => { box.hidden = true; anchor = null; };
  addEventListener("scroll", () => { anchor ? place(...middle(anchor)) : hide(); }, { passive: true, capture: true });
  addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  const middle = (element) => {
    const area = element.getBoundingClientRect();
    return [area.x + area.width / 2, area.y + area.height / 2];
  };
  const place = (x, y) => {
    const { width, height } = box.getBoundingClientRect(), room = document.documentElement;
    const left = Math.min(x + 14, room.clientWidth - width - 4);
    const top = y + 18 + height > room.clientHeight ? y - height - 12 : y + 18;
    box.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  };
  return {
    hide,
    show(lines, x, y) {
      anchor = null;
      box.replaceChildren(...lines.filter(Boolean).map((line, number) => {
        const part = document.createElement(number ? "div" : "strong");
        part.dir = "auto";
        part.textContent = line;
        return part;
      }));
      box.hidden = false;
      place(x, y);
    },
    at(element, lines) {
      this.show(lines, ...middle(element));
      anchor = element;
    },
  };
})();
