import { type Ports, portNames } from '../ports.ts'

/**
 * The ports that `needs` names, and no others: asking for another one throws, so that what a definition says is what its handler has, also
 * where types were got around.
 */
export function namedPorts<All extends Partial<Record<keyof Ports, unknown>>, Name extends keyof All>(
  all: All,
  needs: readonly Name[],
  owner: string,
): Pick<All, Name> {
  const named = new Set<PropertyKey>(needs)
  const given = { ...all }
  for (const name of portNames) {
    if (named.has(name)) continue
    const get = () => {
      throw new Error(`${owner} uses the port "${name}", which its \`needs\` does not name; add it there`)
    }
    Object.defineProperty(given, name, { get, enumerable: false })
  }
  return given
}
