// The live map. All numbers are read from the tables of the page: the script knows which column colours what.
{
  const section = document.getElementById("atlas");
  if (section) {
    const { boards, runs } = JSON.parse(document.getElementById("atlas-data").textContent);
    const field = (name) => section.querySelector(`[name="${name}"]`);
    const make = (tag, text, className) => {
      const element = document.createElement(tag);
      if (text !== undefined) element.textContent = text;
      if (className) element.className = className;
      return element;
    };
    const select = (element, options, wanted) => {
      element.replaceChildren(...options.map(([value, text]) => {
        const option = make("option", text);
        option.value = value;
        return option;
      }));
      element.value = options.some(([value]) => value === wanted) ? wanted : options[0][0];
      element.closest("label").hidden = options.length < 2 && element.name !== "measure";
    };

    // ---- numbers -------------------------------------------------------------------------------

    const known = new Map(); // table and bot: the row of each place
    const rowsOf = (table, bot) => {
      const name = `${table} ${bot}`;
      if (!known.has(name)) {
        const rows = [...document.getElementById(table).tBodies[0].rows].filter((row) => bot === "" || row.dataset.bot === bot);
        known.set(name, new Map(rows.map((row) => [row.dataset.place, row])));
      }
      return known.get(name);
    };
    const number = (text) => text === undefined || text === "" ? null : Number(text);
    const estimate = (source, bot, key) => {
      const cell = rowsOf(source.table, bot).get(key)?.cells[source.column];
      const value = number(cell?.dataset.value);
      if (value === null) return null;
      const { low, high, n } = cell.dataset;
      return { value, low: number(low), high: number(high), text: cell.textContent.trim() + (n ? `, n = ${Number(n).toLocaleString("en")}` : "") };
    };
    const differenceText = (value, { kind, decimals }) => {
      const share = kind.endsWith("share"), shown = (share ? 100 * value : value).toFixed(decimals);
      return `${value > 0 ? "+" : ""}${shown}${share ? " pp" : ""}`.replace("-", "−");
    };
    const valueText = (value, { kind, decimals }) => {
      const share = kind.endsWith("share"), sign = kind.startsWith("signed") && value > 0 ? "+" : "";
      return `${sign}${(share ? 100 * value : value).toFixed(decimals)}${share ? (sign || value < 0 ? " pp" : " %") : ""}`.replace("-", "−");
    };

    // ---- what is chosen ------------------------------------------------------------------------

    const chosen = { run: null, measure: null, bot: "", other: null, place: null };
    let groups = new Map(), places = new Map(), ranking = [], values = new Map(), ways = null;

    const chooseRun = () => {
      chosen.run = runs[Number(field("run").value)];
      const wanted = field("measure").value;
      select(field("measure"), chosen.run.measures.map((measure) => [measure.id, measure.label]), wanted);
      const board = section.querySelectorAll(".board");
      board.forEach((drawing, place) => { drawing.hidden = place !== chosen.run.board; });
      places = new Map(boards[chosen.run.board].places.map(([key, kind, name, about, near]) => [key, { key, kind, name, about, near }]));
      groups = new Map([...board[chosen.run.board].querySelectorAll("[data-key]")].filter((group) => places.has(group.dataset.key)).map((group) => [group.dataset.key, group]));
      section.querySelector("datalist").replaceChildren(...[...places.values()].map((place) => {
        const option = make("option");
        option.value = `${place.name} (${place.kind})`;
        return option;
      }));
      chooseMeasure();
      pick(places.has(chosen.place) ? chosen.place : null);
    };
    const chooseMeasure = () => {
      chosen.measure = chosen.run.measures.find((measure) => measure.id === field("measure").value);
      const bots = chosen.measure.bots ?? [];
      select(field("bot"), [["", "all bots"], ...bots.map((bot, place) => [String(place), bot])], field("bot").value);
      field("bot").closest("label").hidden = bots.length === 0;
      const others = runs.map((run, place) => [String(place), run.label, run])
        .filter(([, , run]) => run !== chosen.run && run.board === chosen.run.board && run.measures.some(({ id }) => id === chosen.measure.id));
      select(field("other"), [["", "nothing"], ...others], field("other").value);
      paint();
    };

    // ---- colours -------------------------------------------------------------------------------

    const mixed = (share) => {
      const part = `${Math.round(100 * Math.min(1, Math.abs(share)))}%`;
      return `color-mix(in oklab, var(${share < 0 ? "--less" : "--more"}) ${part}, var(--middle))`;
    };
    const measured = (key) => {
      const { measure, bot } = chosen, own = estimate(bot === "" ? measure : measure.by_bot, bot, key);
      if (!own || !chosen.other) return own && { ...own, lines: [own.text] };
      const theirs = chosen.other.measures.find(({ id }) => id === measure.id);
      const other = estimate(theirs, "", key);
      if (!other) return null;
      const value = own.value - other.value;
      const clear = own.low !== null && other.low !== null && (own.low > other.high || own.high < other.low);
      const text = `difference ${differenceText(value, measure)}${clear ? "" : ", the intervals overlap"}`;
      return { value, clear, lines: [`${chosen.run.name}: ${own.text}`, `${chosen.other.name}: ${other.text}`, text] };
    };
    const paint = () => {
      chosen.bot = field("bot").value;
      chosen.other = field("other").value === "" || chosen.bot !== "" ? null : runs[Number(field("other").value)];
      field("other").disabled = chosen.bot !== "";
      const { measure } = chosen, reference = chosen.other ? 0 : measure.reference;
      values = new Map();
      for (const key of groups.keys()) {
        const found = measured(key);
        if (found) values.set(key, found);
      }
      const all = [...values.values()].map(({ value }) => value), logs = reference === 1;
      const least = Math.min(...all), most = Math.max(...all), start = least > most / 2 ? least : Math.min(0, least);
      const away = (value) => logs ? Math.log(Math.max(value, 0.1)) : value - reference;
      const far = Math.max(...all.map((value) => Math.abs(away(value))), 1e-9);
      const share = (value) => reference === null ? (value - start) / (most - start || 1) : away(value) / far;
      const kind = section.dataset.kind = values.size ? places.get(values.keys().next().value).kind : "";
      for (const [key, group] of groups) {
        const found = values.get(key), place = places.get(key), beside = place.kind !== kind;
        if (beside && place.kind === "city") group.style.removeProperty("--fill"); // as it is drawn
        else group.style.setProperty("--fill", found ? mixed(share(found.value)) : beside ? "var(--middle)" : "var(--no-data)");
        const unsure = found && reference !== null && !(found.clear ?? (found.low !== null && (found.low > reference || found.high < reference)));
        group.classList.toggle("unsure", Boolean(unsure));
        group.classList.toggle("bare", !found && !beside);
        group.setAttribute("aria-label", [`${place.name}, ${place.about}`, ...(found ? [`${measure.label}: ${found.lines.join("; ")}`] : [])].join(". "));
      }
      ranking = [...values.keys()].sort((a, b) => values.get(b).value - values.get(a).value);
      for (const group of groups.values()) group.tabIndex = -1;
      if (ranking.length) groups.get(ranking[0]).tabIndex = 0;
      legend(reference, logs, { start, most, far });
      if (chosen.place) pick(chosen.place);
    };
    const legend = (reference, logs, { start, most, far }) => {
      const { measure, run, other } = chosen, box = section.querySelector(".legend");
      const ends = reference === null ? [start, most] : logs ? [Math.exp(-far), Math.exp(far)] : [reference - far, reference + far];
      const text = other ? differenceText : valueText;
      box.querySelector(".low").textContent = text(ends[0], measure);
      box.querySelector(".high").textContent = text(ends[1], measure);
      box.querySelector(".scale").classList.toggle("two-sided", reference !== null);
      const what = run.tried ? `Tried on the same deals: ${run.tried}.` : "Seen in play: it does not show what a place changes.";
      const faded = other ? "Faded: the intervals of the two runs overlap." : reference === null ? "" : `Faded: the interval includes ${reference}.`;
      const difference = other ? `${run.name} less ${other.name}: ${measure.label}.` : "";
      box.querySelector(".about").textContent = [difference, what, faded, run.notice && `${run.notice}.`].filter(Boolean).join(" ");
    };

    // ---- a place -------------------------------------------------------------------------------

    const panel = section.querySelector(".panel");
    const linkTo = (key) => {
      const button = make("button", places.get(key).name, "pick");
      button.type = "button";
      button.dir = "auto";
      button.addEventListener("click", () => pick(key));
      return button;
    };
    const listOf = (keys, texts) => {
      const list = make("ul", undefined, "places");
      for (const key of keys) {
        const item = make("li");
        item.append(linkTo(key));
        if (texts?.has(key)) item.append(make("span", ` ${texts.get(key).text}`, "soft"));
        list.append(item);
      }
      return list;
    };
    const facts = (key) => runs.filter((run) => run.board === chosen.run.board && (run === chosen.run || run === chosen.other || run.tried)).flatMap((run) => run.tables.flatMap((table) => {
      const row = rowsOf(table, "").get(key);
      if (!row) return [];
      const list = make("dl"), heads = [...row.closest("table").tHead.rows[0].cells];
      [...row.cells].forEach((cell, place) => {
        const text = cell.textContent.trim();
        if (!cell.classList.contains("number") || text === "–") return;
        const n = cell.dataset.n ? `, n = ${Number(cell.dataset.n).toLocaleString("en")}` : "";
        list.append(make("dt", heads[place].textContent.trim()), make("dd", text + n));
      });
      return [make("h4", `${run.label}, ${run.tried ? "tried on the same deals" : "seen in play"}`), list];
    }));
    const findWays = (key) => { // of the chosen run; an experiment shows those of a run beside it
      const run = key && [chosen.run, ...runs].find((one) => one.board === chosen.run.board && one.ways[key]);
      return run ? { run, seen: new Map(run.ways[key].map(([to, share, text]) => [to, { share, text }])) } : null;
    };
    const wayText = (key) => ways?.seen.has(key) ? [`on the way of ${places.get(chosen.place).name}, seen in play`, ways.seen.get(key).text] : [];
    const pick = (key) => {
      chosen.place = key;
      ways = findWays(key);
      const place = key && places.get(key), board = boards[chosen.run.board];
      const shown = ways ? [...ways.seen.keys(), ...place.near.filter((other) => places.get(other).kind !== board.ways.to)] : place?.near;
      const near = new Set(shown);
      for (const [other, group] of groups) {
        group.classList.toggle("picked", other === key);
        group.classList.toggle("near", near.has(other) && places.get(other).kind !== "ticket");
        const way = ways?.seen.get(other);
        group.classList.toggle("way", Boolean(way));
        way ? group.style.setProperty("--share", way.share) : group.style.removeProperty("--share");
        way ? group.setAttribute("aria-description", wayText(other).join(": ")) : group.removeAttribute("aria-description");
      }
      section.classList.toggle("has-picked", Boolean(place));
      if (!place) {
        const named = [...places.values()].filter((other) => other.kind === "ticket").sort((a, b) => a.name.localeCompare(b.name));
        const tickets = named.map((other) => other.key);
        panel.replaceChildren(make("p", "Choose a place on the map, or one of these:", "soft"), listOf(tickets.length ? tickets : ranking.slice(0, 10)));
        return;
      }
      const heading = make("h3", place.name), close = make("button", "Close", "close");
      heading.dir = "auto";
      close.type = "button";
      close.addEventListener("click", () => pick(null));
      const parts = [close, heading, make("p", place.about, "soft"), ...facts(key)];
      const linked = shown.filter((other) => places.has(other));
      const words = ways ? `${board.ways.label} (${ways.run.label})` : board.near[place.kind];
      if (linked.length) parts.push(make("h4", words), listOf(linked, ways?.seen));
      panel.replaceChildren(...parts);
    };

    // ---- pointer and keys ----------------------------------------------------------------------

    const placeAt = (event) => {
      const group = event.target.closest?.("[data-key]");
      return group && groups.has(group.dataset.key) ? group.dataset.key : null;
    };
    const lines = (key) => [places.get(key).name, places.get(key).about, ...(values.has(key) ? [chosen.measure.label, ...values.get(key).lines] : ["no numbers for this measure"]), ...wayText(key)];
    for (const drawing of section.querySelectorAll(".board")) { // not the SVG: one that listens for the focus becomes a stop of Tab
      drawing.querySelector("svg").setAttribute("role", "group");
      for (const title of drawing.querySelectorAll("title")) title.remove(); // its words are in the label
      for (const group of drawing.querySelectorAll("[data-key]")) group.setAttribute("role", "button");
      drawing.addEventListener("pointermove", (event) => {
        const key = placeAt(event);
        key ? tip.show(lines(key), event.clientX, event.clientY) : tip.hide();
      });
      drawing.addEventListener("pointerleave", () => tip.hide());
      drawing.addEventListener("click", (event) => {
        const key = placeAt(event);
        pick(key);
        if (key) tip.show(lines(key), event.clientX, event.clientY);
      });
      drawing.addEventListener("focusin", (event) => {
        const key = placeAt(event);
        if (key && event.target.matches(":focus-visible")) tip.at(event.target, lines(key));
      });
      drawing.addEventListener("focusout", () => tip.hide());
      drawing.addEventListener("keydown", (event) => {
        const key = placeAt(event), at = ranking.indexOf(key);
        const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -ranking.length, End: ranking.length }[event.key];
        if (event.key === "Enter" || event.key === " ") event.preventDefault(), pick(key);
        else if (event.key === "Escape") pick(null);
        else if (step) {
          event.preventDefault();
          const next = groups.get(ranking[Math.min(Math.max(0, at + step), ranking.length - 1)]);
          for (const group of groups.values()) group.tabIndex = group === next ? 0 : -1;
          next.focus();
        }
      });
    }
    field("run").addEventListener("change", chooseRun);
    field("measure").addEventListener("change", chooseMeasure);
    field("bot").addEventListener("change", paint);
    field("other").addEventListener("change", paint);
    field("find").addEventListener("change", (event) => {
      const found = [...places.values()].find((place) => `${place.name} (${place.kind})` === event.target.value);
      if (found) pick(found.key), event.target.value = "";
    });

    // Rows of tables lead to the map.
    runs.forEach((run, number) => run.tables.forEach((table) => {
      for (const row of document.getElementById(table).tBodies[0].rows) {
        if (!row.dataset.place) continue;
        const cell = row.cells[0], button = make("button", cell.textContent.trim(), "pick");
        button.type = "button";
        button.addEventListener("click", () => {
          if (chosen.run !== run) field("run").value = String(number), chooseRun();
          pick(row.dataset.place);
          section.scrollIntoView();
          panel.focus({ preventScroll: true });
        });
        cell.replaceChildren(button);
      }
    }));

    select(field("run"), runs.map((run, place) => [String(place), run.label]), "0");
    section.hidden = false;
    chooseRun();
  }
}
