import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { diffLines } from './line-diff.js'

const CONTEXT = 3
const MARKS = { same: ' ', removed: '−', added: '+' }
const TAGS = { same: 'span', removed: 'del', added: 'ins' }

/** How many lines two texts differ by, in words. */
export function diffWords(before, after) {
  const lines = diffLines(before, after)
  const count = (kind) => lines.filter((line) => line.kind === kind).length
  const [added, removed] = [count('added'), count('removed')]
  return added + removed === 0 ? 'no difference' : `${plural(added, 'line')} added, ${removed} removed`
}

/** The lines that two texts differ in, each with a few around it. */
export function diffView(before, after) {
  const lines = diffLines(before, after)
  const shown = lines.map((_, i) => lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(({ kind }) => kind !== 'same'))
  const nodes = []
  for (const [i, { kind, text }] of lines.entries()) {
    if (shown[i])
      nodes.push(element(TAGS[kind], { className: 'line' }, element('span', { className: 'mark' }, MARKS[kind]), text || '\u00a0'))
    else if (i === 0 || shown[i - 1]) nodes.push(element('span', { className: 'line gap' }, gapWords(shown, i)))
  }
  return element('div', { className: 'diff', tabindex: 0, role: 'region', 'aria-label': 'Changes line by line' }, ...nodes)
}

function gapWords(shown, from) {
  const to = shown.indexOf(true, from)
  return `${plural((to < 0 ? shown.length : to) - from, 'line')} unchanged`
}
