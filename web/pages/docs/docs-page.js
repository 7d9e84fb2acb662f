import { element } from '../../parts/element.js'
import { mountSearch } from './docs-search.js'

const SCROLLERS = '.code-block > pre, .table-scroll'

for (const block of document.querySelectorAll('.code-block')) addCopyButton(block)
makeScrollable()
addEventListener('resize', makeScrollable)
followHeadings()
document.querySelector('.manual-pages [aria-current]')?.scrollIntoView({ block: 'nearest' })
mountSearch()

function addCopyButton(block) {
  const button = element('button', { type: 'button', className: 'copy-code', onclick: copy, 'aria-live': 'polite' }, 'Copy')
  block.append(button)
  async function copy() {
    try {
      await navigator.clipboard.writeText(block.querySelector('code').textContent.trimEnd())
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Select the text to copy it'
    }
    setTimeout(() => button.replaceChildren('Copy'), 2_000)
  }
}

/** Code and tables that are wider than the column can be scrolled by keyboard. */
function makeScrollable() {
  for (const node of document.querySelectorAll(SCROLLERS)) {
    const scrolls = node.scrollWidth > node.clientWidth
    for (const [name, value] of Object.entries({ tabindex: '0', role: 'group', 'aria-label': node.matches('pre') ? 'Code' : 'Table' }))
      scrolls ? node.setAttribute(name, value) : node.removeAttribute(name)
  }
}

/** Marks the heading that is being read in the list of headings. */
function followHeadings() {
  const links = new Map([...document.querySelectorAll('.manual-aside a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
  const headings = [...document.querySelectorAll('.manual-page :is(h2, h3)')].filter(({ id }) => links.has(id))
  const mark = () => {
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 4) ?? headings[0]
    for (const [id, link] of links) id === current?.id ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current')
  }
  addEventListener('scroll', mark, { passive: true })
  mark()
}
