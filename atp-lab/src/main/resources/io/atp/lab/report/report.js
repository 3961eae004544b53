"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  // Theme: the system's until the button says otherwise.
  const themeButton = document.getElementById("theme");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const showTheme = () => {
    themeButton.textContent = isDark() ? "Light" : "Dark";
    themeButton.setAttribute("aria-label", isDark() ? "Change to light" : "Change to dark");
    themeButton.setAttribute("aria-pressed", String(isDark()));
  };
  themeButton.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("atp-theme", root.dataset.theme); } catch (e) { /* not kept */ }
    showTheme();
  });
  dark.addEventListener("change", showTheme);
  showTheme();

  // Tables: names from the first letter on and figures from the largest down, then the other way
  // round, then as given.
  const compare = (a, b, sign) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    const numbers = [Number(a), Number(b)];
    return sign * (numbers.some(Number.isNaN) ? a.localeCompare(b) : numbers[0] - numbers[1]);
  };
  for (const table of document.querySelectorAll("table[data-sortable]")) {
    const body = table.tBodies[0];
    const given = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const key = row => row.cells[column].dataset.key ?? row.cells[column].textContent;
      head.querySelector("button").addEventListener("click", () => {
        const order = column === 0
          ? ["none", "ascending", "descending"] : ["none", "descending", "ascending"];
        const now = order[(order.indexOf(head.getAttribute("aria-sort")) + 1) % 3];
        for (const other of heads) other.setAttribute("aria-sort", "none");
        head.setAttribute("aria-sort", now);
        table.classList.toggle("sorted", now !== "none");
        const rows = [...given];
        if (now !== "none") {
          const sign = now === "ascending" ? 1 : -1;
          rows.sort((a, b) => compare(key(a), key(b), sign));
        }
        body.append(...rows);
      });
    });
  }

  // Figures: saved with light colours, as files that need no page.
  const standalone = svg => {
    const copy = svg.cloneNode(true);
    const style = document.createElementNS(svg.namespaceURI, "style");
    style.textContent = document.getElementById("figure-style").textContent;
    copy.prepend(style);
    return new XMLSerializer().serializeToString(copy);
  };
  const dataUrl = text => "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  const raster = svg => new Promise((done, failed) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = svg.viewBox.baseVal.width * 3;
      canvas.height = svg.viewBox.baseVal.height * 3;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      done(canvas.toDataURL("image/png"));
    };
    image.onerror = () => failed(new Error("the figure could not be drawn"));
    image.src = dataUrl(standalone(svg));
  });
  for (const figure of document.querySelectorAll("figure[data-name]")) {
    const svg = figure.querySelector("svg");
    for (const button of figure.querySelectorAll("[data-save]")) {
      button.addEventListener("click", async () => {
        const kind = button.dataset.save;
        const link = document.createElement("a");
        link.href = kind === "png" ? await raster(svg) : dataUrl(standalone(svg));
        link.download = figure.dataset.name + "." + kind;
        link.click();
      });
    }
  }

  // The command, to the clipboard; marked for copying by hand where there is none.
  const copyButton = document.getElementById("copy");
  copyButton.addEventListener("click", async () => {
    const code = document.getElementById("command");
    try {
      await navigator.clipboard.writeText(code.textContent);
      copyButton.textContent = "Copied";
    } catch (e) {
      getSelection().selectAllChildren(code);
      copyButton.textContent = "Marked";
    }
    setTimeout(() => { copyButton.textContent = "Copy"; }, 2000);
  });
})();
