import type { Access } from './app.ts'
import type { Change } from './changes.ts'
import type { Family, RouteAccess } from './family.ts'

/** The tables of all families together. */
export interface FamilyRules {
  /** The rule of a path without a route; `path` has no query. What no family claims asks for key and token. */
  accessOf(path: string): Access
  /** The rule that a route is to have: `GET`, `/path/:id`. */
  routeAccessOf(method: string, url: string): RouteAccess
  /** What a route changes; one that no family names changes what is everyone's. */
  changeOf(method: string, url: string): Change
  /** The family of a route in the API's document. */
  tagOf(url: string): string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** Names of the query that are taken out of every address. */
  readonly secretQuery: readonly string[]
  /** Every route that a family names, as an exception or by what it changes. */
  readonly named: { readonly exceptions: readonly string[]; readonly changes: readonly string[] }
}

/** Under which a route is shown that no family with a tag claims. */
const UNTAGGED = 'pages'

/** Derives the tables. Throws an Error that names what two families claim. */
export function familyRules(families: readonly Family[]): FamilyRules {
  const prefixes = families.flatMap(({ name, tag, access }) =>
    Object.entries(access?.prefixes ?? {}).map(([prefix, rule]) => ({ prefix: prefix.replace(/\/$/, ''), rule, tag: tag?.name, name })),
  )
  const exceptions = families.flatMap(({ name, access }) =>
    (access?.exceptions ?? []).flatMap(({ access: rule, routes }) => routes.map((route) => [route, rule, name] as const)),
  )
  const shells = families.flatMap(({ name, pages = [] }) =>
    pages.flatMap(({ paths }) => paths.map((path) => [`GET ${path}`, name] as const)),
  )
  const changes = families.flatMap(({ name, access }) =>
    Object.entries(access?.changes ?? {}).flatMap(([change, routes]) => routes.map((route) => [route, change as Change, name] as const)),
  )
  refuseTwice(prefixes.map(({ prefix, name }) => [prefix || '/', name]))
  refuseTwice([...exceptions.map(([route, , name]) => [route, name] as const), ...shells])
  refuseTwice(changes.map(([route, , name]) => [route, name]))

  const longestFirst = prefixes.toSorted((a, b) => b.prefix.length - a.prefix.length)
  const fits = (path: string) => (p: { prefix: string }) => path === p.prefix || path.startsWith(`${p.prefix}/`)
  const accessOf = (path: string): Access => longestFirst.find(fits(decoded(path).replace(/\/{2,}/g, '/')))?.rule ?? 'api'
  const byException = new Map<string, RouteAccess>([
    ...shells.map(([route]) => [route, 'open'] as const),
    ...exceptions.map(([route, rule]) => [route, rule] as const),
  ])
  const byChange = new Map(changes.map(([route, change]) => [route, change]))
  const tagged = longestFirst.filter(({ tag }) => tag !== undefined)
  return {
    accessOf,
    routeAccessOf: (method, url) => byException.get(`${method} ${url}`) ?? accessOf(url),
    changeOf: (method, url) => byChange.get(`${method} ${url}`) ?? 'everyone',
    tagOf: (url) => tagged.find(fits(url))?.tag ?? UNTAGGED,
    tags: families.flatMap(({ tag }) => (tag ? [tag] : [])),
    secretQuery: families.flatMap(({ access }) => access?.secretQuery ?? []),
    named: { exceptions: exceptions.map(([route]) => route), changes: [...byChange.keys()] },
  }
}

function refuseTwice(claims: readonly (readonly [what: string, family: string])[]): void {
  const claimed = new Map<string, string>()
  for (const [what, family] of claims) {
    const other = claimed.get(what)
    if (other !== undefined) throw new Error(`${what} is claimed by ${other} and by ${family}; one of them has to leave it out`)
    claimed.set(what, family)
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a path that does not decode has no route either; its raw form decides
  }
}
