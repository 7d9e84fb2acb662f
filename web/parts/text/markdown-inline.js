import { element } from '../element.js'

/** Code, pictures, links, bare addresses, strong, emphasis, struck out; the first that begins wins. */
const INLINE =
  /(?<code>`+)(?<coded>[^`]+?)\k<code>(?!`)|!\[(?<alt>[^\]\n]{0,500})\]\([^)\n]{0,4000}\)|\[(?<label>[^\]\n]{1,500})\]\((?<href>[^()\s]{1,2000})\)|(?<bare>https?:\/\/[^\s<>()[\]"'`]{1,2000}[^\s<>()[\]"'`.,;:!?])|(?<strong>\*\*|(?<![\p{L}\p{N}_])__)(?=\S)(?<bold>[^\n]{1,2000}?\S)\k<strong>(?!(?<=__)[\p{L}\p{N}])|(?<![\p{L}\p{N}*_])(?<em>[*_])(?=[^\s*_])(?<italic>[^\n*_]{0,1000}[^\s*_])\k<em>(?![\p{L}\p{N}])|~~(?<struck>[^\n~]{1,1000})~~|\\(?<escaped>[\\`*_{}[\]()#+\-.!|~>])/u
const DEEPEST = 4

/**
 * The nodes of lines of text with their inline Markdown.
 * @param {{ text: string, at: number }[]} lines each with its place in the source
 * @param {(text: string, at: number) => Node[]} write makes the nodes of a run of plain text; an empty one tells that something else ended here
 */
export const inlineNodes = (lines, write) =>
  lines.flatMap(({ text, at }, i) => [...(i > 0 ? [element('br')] : []), ...inline(text, at, write, 0)])

function inline(text, at, write, depth) {
  const nodes = []
  let from = 0
  const plain = (to) => to > from && nodes.push(...write(text.slice(from, to), at + from))
  while (from < text.length) {
    const match = depth < DEEPEST ? INLINE.exec(text.slice(from)) : null
    if (!match) break
    const start = from + match.index
    plain(start)
    nodes.push(...marked(match, at + start, write, depth))
    from = start + match[0].length
  }
  plain(text.length)
  return nodes
}

function marked({ 0: all, groups }, at, write, depth) {
  const within = (words) => inline(words, at + all.indexOf(words), write, depth + 1)
  const end = () => write('', at + all.length)
  if (groups.coded !== undefined) return [element('code', {}, groups.coded), ...end()]
  // A picture would be fetched from wherever the answer says, with whatever it puts into the address.
  if (groups.alt !== undefined)
    return [element('span', { className: 'soft' }, `[picture not loaded: ${groups.alt || 'unnamed'}]`), ...end()]
  if (groups.label !== undefined) return link(groups.href, within(groups.label)) ?? write(all, at)
  if (groups.bare !== undefined) return link(groups.bare, [groups.bare]) ?? write(all, at)
  if (groups.bold !== undefined) return [element('strong', {}, ...within(groups.bold))]
  if (groups.italic !== undefined) return [element('em', {}, ...within(groups.italic))]
  if (groups.struck !== undefined) return [element('s', {}, ...within(groups.struck))]
  return write(groups.escaped, at + 1)
}

/**
 * Leaves the console in a page of its own that knows nothing of it; undefined for what is no address of the web. Words may say one
 * place and lead to another: what is followed stands beside them.
 */
function link(href, content) {
  const url = /^(?:https?:\/\/|mailto:)/i.test(href) && URL.canParse(href) ? new URL(href) : undefined
  if (!url) return undefined
  const goal = url.protocol === 'mailto:' ? url.pathname : url.host
  const told = content.length === 1 && content[0] === href && !url.username && !url.password
  const host = told ? [] : [' ', element('span', { className: 'link-host' }, `(${goal})`)]
  return [element('a', { href, target: '_blank', rel: 'noopener noreferrer', title: href }, ...content, ...host)]
}
