// A point at which a pointer hits an element or a child of it. Thin lines are tried along their length.
(element) => {
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = element.getBoundingClientRect(), points = [];
  if (element.getTotalLength && element.getScreenCTM) {
    const length = element.getTotalLength(), matrix = element.getScreenCTM();
    for (const share of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) points.push(element.getPointAtLength(share * length).matrixTransform(matrix));
  }
  for (const down of [0.5, 0.25, 0.75]) for (const right of [0.5, 0.25, 0.75])
    points.push({ x: box.x + right * box.width, y: box.y + down * box.height });
  for (const { x, y } of points) {
    const hit = document.elementFromPoint(x, y);
    if (hit && element.contains(hit)) return { x, y };
  }
  return null;
}
