// Loaded before the first paint, so that neither the side bar nor one of its groups is seen open where somebody has closed it.
{
  const FOLDED = 'millrace.folded'
  const kept = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null // Storage is switched off: everything is open.
    }
  }
  const keep = (name, value) => {
    try {
      localStorage.setItem(name, value)
    } catch {
      // It holds for this page.
    }
  }
  const folded = new Set((kept(FOLDED) ?? '').split('\n').filter(Boolean))
  if (kept('millrace.side') === 'closed') document.documentElement.dataset.side = 'closed'
  // The group of the page at hand is always open.
  const fold = (group) => {
    if (folded.has(group.dataset.group) && !group.querySelector('[aria-current]')) group.open = false
  }
  const parsing = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE && node.closest('.nav')) foldAll()
  })
  const foldAll = () => document.querySelectorAll('.nav .group').forEach(fold)
  parsing.observe(document, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', () => {
    parsing.disconnect()
    foldAll()
    for (const group of document.querySelectorAll('.nav .group'))
      group.querySelector('summary').addEventListener('click', () => {
        // It is still as it was.
        if (group.open) folded.add(group.dataset.group)
        else folded.delete(group.dataset.group)
        keep(FOLDED, [...folded].join('\n'))
      })
  })
}
