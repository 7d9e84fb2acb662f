import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'

/** Reading takes time that grows with the text: about a second for the worst text of this length. */
export const MAX_YAML_BYTES = 65_536

interface Place {
  readonly line: number
  readonly col: number
}

const invalid = (problem: string, at?: Place) =>
  new ApiError('invalid_request', `file: ${problem}${at ? ` at line ${at.line}, column ${at.col}` : ''}`, {
    details: at ? { line: at.line, column: at.col } : {},
  })

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ApiError('invalid_request', 'file: the text is not UTF-8', { cause: error })
  }
}

/** What aliases may repeat a text to, in nodes and in characters: an index has at most a few hundred fields. */
const MOST_NODES = 100_000
const MOST_CHARACTERS = 1_000_000

/** What is allowed in YAML and not here: tags, keys that are no words, and aliases that repeat without bound or lead to themselves. */
function checkNodes(document: Document, where: (node: Node) => Place | undefined): void {
  const sizes = new Map<Node, Size>()
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) return
      if ('tag' in node && node.tag !== undefined) throw invalid('tags are not allowed', where(node))
      // The parser's own check compares every key with every other one.
      if (!isMap(node)) return
      const keys = new Set<unknown>()
      for (const { key } of node.items) {
        if (!isScalar(key)) throw invalid('a key is one word', where(node))
        if (keys.has(key.value)) throw invalid(`${String(key.value).slice(0, 60)} stands twice`, where(key))
        keys.add(key.value)
      }
    },
  })
  if (document.contents) sizeOf(document.contents as Node, document, sizes, where)
}

interface Size {
  readonly nodes: number
  readonly characters: number
}

/** What a node becomes once its aliases are written out; each anchor is measured once. ApiError beyond the bounds. */
function sizeOf(node: Node, document: Document, sizes: Map<Node, Size>, where: (node: Node) => Place | undefined): Size {
  const known = sizes.get(node)
  if (known === UNDER_WAY) throw invalid('an alias leads to itself', where(node))
  if (known) return known
  sizes.set(node, UNDER_WAY)
  const parts: Node[] = []
  let characters = 0
  if (isAlias(node)) {
    const target = node.resolve(document)
    if (!target) throw invalid(`the alias ${node.source.slice(0, 60)} has no anchor before it`, where(node))
    parts.push(target)
  } else if (isMap(node)) for (const { key, value } of node.items) parts.push(...[key, value].filter(isNode))
  else if (isSeq(node)) parts.push(...node.items.filter(isNode))
  else if (isScalar(node)) characters = String(node.value).length
  let nodes = 1
  for (const part of parts) {
    const size = sizeOf(part, document, sizes, where)
    nodes += size.nodes
    characters += size.characters
    if (nodes > MOST_NODES || characters > MOST_CHARACTERS) throw invalid('the aliases repeat more than an index can hold', where(node))
  }
  const size = { nodes, characters }
  sizes.set(node, size)
  return size
}

const UNDER_WAY: Size = { nodes: Number.POSITIVE_INFINITY, characters: 0 }

/** Reads one YAML document without tags; aliases are written out within bounds, and `<<` takes a map over. ApiError invalid_request with line and column. */
export function readYaml(bytes: Uint8Array): unknown {
  const lines = new LineCounter()
  const text = decode(bytes)
  try {
    const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false, merge: true })
    const error = document.errors[0]
    if (error?.code === 'MULTIPLE_DOCS') throw invalid('it holds more than one document', lines.linePos(error.pos[0]))
    if (error) throw invalid(`not valid YAML: ${error.message}`, lines.linePos(error.pos[0]))
    if (document.contents) checkNodes(document, ({ range }) => (range ? lines.linePos(range[0]) : undefined))
    // Bounded above, by what they repeat rather than by their number.
    return document.toJS({ maxAliasCount: -1 })
  } catch (error) {
    if (error instanceof ApiError) throw error
    // A text that is nested too deep ends the parser's stack.
    throw new ApiError('invalid_request', `file: not valid YAML: ${messageOf(error)}`, { cause: error })
  }
}
