// Loaded before the first paint, so that a chosen theme never flashes. Without a choice the system decides.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('millrace.theme')
  } catch {
    // Storage is switched off: the system's theme holds.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
}
