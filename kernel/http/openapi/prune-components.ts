import { type OpenApiDocument, operationsOf } from './document.ts'

const REFERENCE = /^#\/components\/([^/]+)\/([^/]+)/

/** Takes out every schema, parameter, header, reply and security scheme that nothing refers to. */
export function pruneComponents(document: OpenApiDocument): void {
  const reached = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const match = key === '$ref' && typeof inner === 'string' ? REFERENCE.exec(inner) : null
      if (!match) visit(inner)
      else if (!reached.has(inner)) {
        reached.add(inner)
        visit(document.components[match[1]!]?.[match[2]!])
      }
    }
  }
  visit(document.paths)
  for (const { operation } of operationsOf(document))
    for (const name of (operation.security ?? []).flatMap(Object.keys)) reached.add(`#/components/securitySchemes/${name}`)
  for (const [kind, entries] of Object.entries(document.components)) {
    for (const name of Object.keys(entries)) if (!reached.has(`#/components/${kind}/${name}`)) delete entries[name]
  }
}
