// Tables that sort and filter. Rows are moved and hidden, never written.
{
  const order = (a, b) => isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b;
  const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent;

  const sort = (cell) => {
    const column = cell.cellIndex, body = cell.closest("table").tBodies[0];
    const up = cell.getAttribute("aria-sort") === "descending" || (!cell.hasAttribute("aria-sort") && !cell.classList.contains("number"));
    for (const other of cell.parentElement.cells) other.removeAttribute("aria-sort");
    cell.setAttribute("aria-sort", up ? "ascending" : "descending");
    body.append(...[...body.rows].sort((a, b) => {
      const one = value(a, column), two = value(b, column);
      return (one === "") - (two === "") || (up ? 1 : -1) * order(one, two); // what is missing stands last
    }));
  };

  const filter = (table, words, told) => {
    const rows = [...table.tBodies[0].rows], wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLocaleLowerCase();
      row.hidden = !wanted.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    told.textContent = wanted.length ? `${shown} of ${rows.length} rows` : "";
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    for (const head of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(head));
      head.append(button);
    }
    const bar = table.closest("details")?.querySelector(".filter");
    if (!bar) continue;
    const field = bar.querySelector("input"), told = bar.querySelector("output");
    field.addEventListener("input", () => filter(table, field.value, told));
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      field.value = "";
      filter(table, "", told);
    });
    bar.hidden = false;
  }
}
