import { isAlias, isMap, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'

/** Reading takes time that grows with the text: about a second for the worst text of this length. */
export const MAX_YAML_BYTES = 65_536

const invalid = (problem: string, at?: { line: number; col: number }) =>
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

/** What is allowed in YAML and not here: aliases, whose expansion may grow without bound, and tags. */
function checkNodes(root: Node, where: (node: Node) => { line: number; col: number } | undefined): void {
  visit(root, {
    Node(_key, node) {
      if (isAlias(node)) throw invalid('aliases are not allowed', where(node))
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
}

/** Reads one YAML document without aliases and tags. ApiError invalid_request with line and column. */
export function readYaml(bytes: Uint8Array): unknown {
  const lines = new LineCounter()
  const text = decode(bytes)
  try {
    const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false })
    const error = document.errors[0]
    if (error) throw invalid(`not valid YAML: ${error.message}`, lines.linePos(error.pos[0]))
    if (document.contents) checkNodes(document.contents, ({ range }) => (range ? lines.linePos(range[0]) : undefined))
    return document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    if (error instanceof ApiError) throw error
    // A text that is nested too deep ends the parser's stack.
    throw new ApiError('invalid_request', `file: not valid YAML: ${messageOf(error)}`, { cause: error })
  }
}
