{
  const film = JSON.parse(document.getElementById("film").textContent);
  const { frames, names, curves, marks } = film, last = frames.length - 1;
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const head = find("#head"), did = find("#did"), play = find("#play"), scrub = find("#scrub"), turn = find("#turn");
  const keyed = all("[data-key]"), written = all("[data-text]"), log = all(".log li"), list = find(".log ol");
  const told = log.map(item => [...find(".what", item).childNodes]);
  const rows = all("#numbers tbody tr"), hands = all(".hand"), shelves = all(".hand .shelves");
  const scores = find(".scores"), figures = all(".curve"), labels = new Map(marks.map(mark => [mark[0], mark]));
  let step = 0, viewer = null, timer = 0;

  // The values of a step: those of the first, changed step by step.
  let values = new Map(), valuesAt = -1;
  const valuesOf = wanted => {
    if (wanted < valuesAt) { values = new Map(); valuesAt = -1; }
    while (valuesAt < wanted) {
      for (const [path, value] of Object.entries(frames[++valuesAt].set)) {
        if (value === null) values.delete(path); else values.set(path, value);
      }
    }
    return values;
  };

  const stepAfter = number => {
    const found = frames.findIndex(frame => frame.turn > number);
    return found < 0 || number >= film.turns ? last : found;
  };
  const sees = seat => viewer === null || viewer === seat;
  const turnsPlayed = () => step === last ? film.turns : Math.max(0, frames[step].turn - 1);

  // ---- what is shown ---------------------------------------------------------------------------

  const show = wanted => {
    step = Math.max(0, Math.min(last, wanted));
    const now = valuesOf(step), frame = frames[step];
    for (const element of keyed) {
      const state = now.get(`m ${element.dataset.key}`);
      if (state === undefined) element.removeAttribute("data-state");
      else if (element.dataset.state !== state) element.dataset.state = state;
    }
    for (const element of written) {
      const text = now.get(`x ${element.dataset.text}`) ?? "";
      if (element.textContent !== text) element.textContent = text;
    }
    rows.forEach((row, seat) => now.get(`n ${seat}`).forEach((number, place) => { row.cells[place + 1].textContent = number; }));
    rows.concat(hands).forEach((element, place) => {
      if (place % rows.length === frame.seat) element.setAttribute("aria-current", "true");
      else element.removeAttribute("aria-current");
    });
    fill(find("#table"), now, "t ");
    shelves.forEach((place, seat) => {
      fill(place, now, sees(seat) ? `o ${seat} ` : `k ${seat} `);
      if (!sees(seat)) place.append(make("p", "soft", `Its cards and tickets are hidden from seat ${viewer}.`));
    });
    head.textContent = frame.head;
    showDecision(frame.did);
    showLog();
    showCurves();
    scores.hidden = viewer !== null && step < last;
    for (const section of all(".insight")) section.hidden = viewer !== null;
    scrub.value = step;
    scrub.setAttribute("aria-valuetext", frame.head);
    if (document.activeElement !== turn) turn.value = turnsPlayed();
  };

  const fill = (place, now, prefix) => {
    const made = [];
    for (const [path, chips] of now) {
      if (!path.startsWith(prefix)) continue;
      const shelf = make("div", "shelf"), items = make("ul");
      shelf.append(make("h4", "", path.slice(prefix.length)), items);
      for (const [kind, text, ...keys] of chips.length ? chips.map(parts) : [["", "none"]]) {
        const item = make("li");
        item.append(chip(kind, text, keys));
        items.append(item);
      }
      made.push(shelf);
    }
    place.replaceChildren(...made);
  };

  // A chip that is text alone tells its kind by its last word.
  const parts = chip => {
    if (typeof chip !== "string") return chip;
    const word = chip.slice(chip.lastIndexOf(" ") + 1);
    return [film.kinds.includes(word) ? word : "", chip];
  };

  const chip = (kind, text, keys) => {
    const element = make(keys.length ? "button" : "span", `chip ${kind}`.trim(), text);
    if (!keys.length) return element;
    element.type = "button";
    element.title = "Show it on the map";
    const light = is => { for (const part of keyed) if (keys.includes(part.dataset.key)) part.classList.toggle("lit", is); };
    for (const kind of ["mouseenter", "focus"]) element.addEventListener(kind, () => light(true));
    for (const kind of ["mouseleave", "blur"]) element.addEventListener(kind, () => light(false));
    return element;
  };

  const showDecision = done => {
    did.replaceChildren();
    if (!done) return;
    const [seat, everything, seen = everything] = done, number = frames[step - 1].turn;
    did.append(number ? `turn ${number}: ` : "set-up: ", make("span", `seat s${seat}`, seat), " ", make("bdi", "player", names[seat]), ` ${sees(seat) ? everything : seen}`);
    const mark = labels.get(step);
    if (mark && sees(seat)) did.append(" – ", make("span", "label", mark[2]), `: ${mark[3]}`);
  };

  // The words of the log depend on who looks, not on the step.
  const tellLog = () => film.log.forEach(([, seat, seen], place) => {
    const what = find(".what", log[place]);
    if (seen && seat !== null && !sees(seat)) what.textContent = seen.join("; "); else what.replaceChildren(...told[place]);
  });
  const showLog = () => {
    const done = frames[step].turn;
    let current = null;
    film.log.forEach(([number], place) => {
      const isLater = step < last && number >= done && step < stepAfter(number);
      if (log[place].classList.contains("later") !== isLater) log[place].classList.toggle("later", isLater);
      if (!isLater) current = log[place];
    });
    if (current === list.querySelector("[aria-current]")) return;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (!current) return;
    current.setAttribute("aria-current", "step");
    const top = current.offsetTop - list.offsetTop;  // the list alone scrolls, never the page
    if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  };

  for (const [number, seat, label] of marks) {
    const place = film.log.findIndex(([turn, who]) => turn === frames[number - 1].turn && (turn > 0 || who === seat));
    if (place >= 0) told[place].push(" ", make("span", "label", label));
  }

  // ---- curves ----------------------------------------------------------------------------------

  const shown = name => name === "points" ? viewer !== null : viewer === null;
  const showCurves = (at = step) => {
    for (const figure of figures) {
      figure.hidden = !shown(figure.dataset.curve);
      const cursor = find(".cursor", figure), unit = figure.dataset.curve === "win" ? " %" : "";
      cursor.hidden = false;
      cursor.style.left = `${100 * at / last}%`;
      all(".legend b", figure).forEach((place, seat) => { place.textContent = `${curves[figure.dataset.curve][at][seat]}${unit}`; });
    }
    const note = find(".curves > .legend");
    if (note) note.hidden = viewer !== null;
  };
  for (const area of all(".area")) {
    const at = event => {
      const box = area.getBoundingClientRect();
      return Math.max(0, Math.min(last, Math.round(last * (event.clientX - box.left) / box.width)));
    };
    area.addEventListener("pointermove", event => showCurves(at(event)));
    area.addEventListener("pointerleave", () => showCurves());
    area.addEventListener("click", event => { if (!event.target.closest("a")) go(at(event)); });
  }

  // ---- moving ----------------------------------------------------------------------------------

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
    did.setAttribute("aria-live", "polite");
  };
  const go = wanted => { stop(); show(wanted); };
  const run = () => {
    if (step === last) { stop(); return; }
    show(step + 1);
    timer = setTimeout(run, 900 / find("#speed").value);
  };
  const toggle = () => {
    if (timer) { stop(); return; }
    if (step === last) show(0);
    play.textContent = "Pause";
    did.setAttribute("aria-live", "off");  // nobody could follow
    timer = setTimeout(run, 300 / find("#speed").value);
  };
  const byTurn = way => {
    const now = frames[step].turn;
    if (way > 0) { go(stepAfter(now)); return; }
    const before = frames.findIndex(frame => frame.turn === frames[Math.max(0, step - 1)].turn);
    go(before);
  };
  const goToHash = () => {
    const found = /^#turn-(\d+)$/.exec(location.hash);
    if (!found) return false;
    go(stepAfter(Number(found[1])));
    scrollTo(0, 0);
    return true;
  };

  const moves = { first: () => go(0), back: () => go(step - 1), play: toggle, next: () => go(step + 1), last: () => go(last) };
  for (const [name, move] of Object.entries(moves)) find(`#${name}`).addEventListener("click", move);
  scrub.addEventListener("input", () => go(Number(scrub.value)));
  turn.addEventListener("change", () => { if (turn.value !== "") go(stepAfter(Math.max(0, Math.min(film.turns, Math.round(Number(turn.value)))))); });
  find("#viewer").addEventListener("change", event => {
    viewer = event.target.value === "" ? null : Number(event.target.value);
    tellLog();
    show(step);
  });
  document.addEventListener("click", event => {
    const link = event.target.closest('a[href^="#turn-"]');
    if (!link) return;
    event.preventDefault();
    history.replaceState(null, "", link.getAttribute("href"));
    go(link.dataset.step ? Number(link.dataset.step) : stepAfter(Number(link.getAttribute("href").slice(6))));
  });
  addEventListener("hashchange", goToHash);
  const keys = { " ": toggle, ArrowLeft: moves.back, ArrowRight: moves.next, Home: moves.first, End: moves.last,
    PageUp: () => byTurn(-1), PageDown: () => byTurn(1) };
  document.addEventListener("keydown", event => {
    const target = event.target, own = target.closest("select, textarea, input:not([type=range])");
    const isPressed = event.key === " " && target.closest("button, a");
    const scrolls = event.key.startsWith("Page") && target.closest(".log ol");
    if (own || isPressed || scrolls || !keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const item of log) item.removeAttribute("id");  // they are for readers without JavaScript; the browser would scroll to them
  for (const element of all(".controls, .keys")) element.hidden = false;
  tellLog();
  if (!goToHash()) show(0);
}
