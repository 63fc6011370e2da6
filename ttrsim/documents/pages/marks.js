// Figures tell their values: under the pointer, under a finger, and to the arrow keys.
for (const figure of document.querySelectorAll("svg:has(.marks)")) {
  const marks = [...figure.querySelectorAll(".mark")];
  let current = null;
  const choose = (mark) => {
    current?.classList.remove("chosen");
    current = mark;
    mark?.classList.add("chosen");
  };
  const point = (x, y) => new DOMPoint(x, y).matrixTransform(figure.getScreenCTM().inverse());
  const lines = (mark) => mark.getAttribute("aria-label").split("\n");

  // Every panel says along which way its values lie: beside the pointer, above it, or around it.
  const nearest = ({ x, y }) => {
    let best = null, least = Infinity;
    for (const panel of figure.querySelectorAll(".marks")) {
      const [left, top, right, bottom] = panel.dataset.box.split(" ").map(Number), by = panel.dataset.by;
      if (y < top - 4 || y > bottom + 4 || x > right + 4 || (by !== "y" && x < left - 4)) continue; // names lie left of rows
      for (const mark of panel.querySelectorAll(".mark")) {
        const across = Math.abs(mark.cx.baseVal.value - x), down = Math.abs(mark.cy.baseVal.value - y);
        const far = by === "y" ? 20 * down + across / 20 : by === "x" ? 20 * across + down / 20 : Math.hypot(across, down);
        if (far < least && (by !== "xy" || far < 30)) [best, least] = [mark, far];
      }
    }
    return best;
  };
  const follow = (event) => {
    const mark = nearest(point(event.clientX, event.clientY));
    choose(mark);
    mark ? tip.show(lines(mark), event.clientX, event.clientY) : tip.hide();
  };
  figure.addEventListener("pointermove", follow);
  figure.addEventListener("pointerdown", follow);
  figure.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") choose(null), tip.hide(); });

  const focus = (mark) => {
    for (const other of marks) other.tabIndex = other === mark ? 0 : -1; // one stop for the Tab key
    mark.focus();
  };
  for (const [place, mark] of marks.entries()) {
    mark.tabIndex = place ? -1 : 0;
    mark.addEventListener("focus", () => { choose(mark); tip.at(mark, lines(mark)); });
    mark.addEventListener("blur", () => { choose(null); tip.hide(); });
    mark.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -marks.length, End: marks.length }[event.key];
      if (!step) return;
      event.preventDefault();
      focus(marks[Math.min(Math.max(0, place + step), marks.length - 1)]);
    });
  }
}
