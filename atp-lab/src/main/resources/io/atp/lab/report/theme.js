// Before anything is painted: the theme chosen last time.
try {
  const kept = localStorage.getItem("atp-theme");
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
} catch (e) { /* no storage: the system's theme */ }
