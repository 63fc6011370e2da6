// One run at a time, or all of them and what tells them apart.
{
  const bar = document.querySelector(".runs");
  if (bar) {
    const field = bar.querySelector("select");
    const show = () => {
      for (const part of document.querySelectorAll("main > article, main > .comparison")) part.hidden = field.value !== "" && part.id !== field.value;
    };
    field.addEventListener("change", show);
    // A link into a run that is hidden shows everything first.
    addEventListener("hashchange", () => {
      const target = document.getElementById(location.hash.slice(1));
      if (target?.closest("[hidden]")) field.value = "", show(), target.scrollIntoView();
    });
    bar.hidden = false;
  }
}
