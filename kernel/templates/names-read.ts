import type { Program } from './parse-template.ts'

/** Parts of a node that hold names which are no variables: attributes, filters, tests, keywords. */
const NO_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  TestExpression: ['test'],
  KeywordArgumentExpression: ['key'],
  Macro: ['name', 'args'],
}

/** Names of the variables that a template reads, as far as its text tells. */
export function namesRead(program: Program): Set<string> {
  const names = new Set<string>()
  const open: unknown[] = [program]
  while (open.length) {
    const node = open.pop()
    if (Array.isArray(node)) open.push(...node)
    else if (node instanceof Map) open.push(...node.keys(), ...node.values())
    else if (isNode(node)) visit(node, names, open)
  }
  return names
}

type Node = { readonly type: string; readonly [part: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function visit(node: Node, names: Set<string>, open: unknown[]): void {
  if (node.type === 'Identifier' && typeof node.value === 'string') names.add(node.value)
  const skipped = new Set(NO_VARIABLES[node.type])
  if (node.type === 'MemberExpression' && !node.computed) skipped.add('property')
  // a filter is a bare name or a call of one; only its arguments are expressions
  if (node.type.startsWith('Filter')) {
    skipped.add('filter')
    if (isNode(node.filter)) open.push(node.filter.args)
  }
  for (const [part, value] of Object.entries(node)) if (!skipped.has(part)) open.push(value)
}
