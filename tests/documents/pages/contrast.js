// Text that is shown but has too little contrast with what is behind it (WCAG 2: relative luminance).
(least) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.canvas.width = canvas.canvas.height = 1;
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3]) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), rgba("Canvas"));
  };
  // In a drawing, what is behind a text is the last shape painted before it.
  const painted = (text) => {
    const box = text.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    let back = null;
    for (const shape of text.ownerSVGElement.querySelectorAll("path, rect, circle, polygon")) {
      if (shape.compareDocumentPosition(text) !== Node.DOCUMENT_POSITION_FOLLOWING) break;
      const style = getComputedStyle(shape), area = shape.getBoundingClientRect();
      if (style.fill === "none" || x < area.x || x > area.right || y < area.y || y > area.bottom || shape.closest("defs")) continue;
      if (shape.isPointInFill(new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse()))) back = rgba(style.fill);
    }
    return back;
  };
  const light = (colour) => {
    const [red, green, blue] = colour.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement, text = node.textContent.trim();
    if (!text || element.closest("script, style, title, desc, option") || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (!element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    let back = behind(element);
    const shape = element.ownerSVGElement && painted(element);
    if (shape) back = over(shape, back);
    // A halo painted under the letters of a drawing is what is behind them.
    if (element instanceof SVGElement && style.paintOrder.startsWith("stroke") && style.stroke !== "none") back = over(rgba(style.stroke), back);
    const colour = rgba(element instanceof SVGElement ? style.fill : style.color);
    for (let at = element; at; at = at.parentElement) colour[3] *= Number(getComputedStyle(at).opacity);
    const [high, low] = [light(over(colour, back)), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < least) found.push({ ratio, text: text.slice(0, 60), where: element.tagName + "." + (element.getAttribute("class") ?? "") });
  }
  return found;
}
