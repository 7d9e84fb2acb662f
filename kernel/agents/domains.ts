/** The domains of agents, tools and workflows, as paths and registries name them. */
export const domains = ['k12', 'tap', 'sdac', 'admin'] as const
export type Domain = (typeof domains)[number]

export const isDomain = (text: string): text is Domain => (domains as readonly string[]).includes(text)

/** Where one of them stands: unique ids, and slugs unique within their domain and kind. */
export interface Named {
  /** 1 to 64 lower-case letters, digits and hyphens. */
  readonly id: string
  readonly domain: Domain
  /** What stands in its path; the same letters. */
  readonly slug: string
  /** For people; made of the slug when absent. */
  readonly title?: string
  /** One or two sentences: when to use it, what it gives. Models and people choose by it. */
  readonly description: string
}

const NAME = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Throws an Error that names what is wrong with a definition. */
export function checkNamed({ id, domain, slug, description }: Named, kind: string): void {
  if (!NAME.test(id)) throw new Error(`${kind} ${JSON.stringify(id)}: an id is 1 to 64 lower-case letters, digits and single hyphens`)
  if (!NAME.test(slug)) throw new Error(`${kind} ${id}: a slug is 1 to 64 lower-case letters, digits and single hyphens`)
  if (!isDomain(domain)) throw new Error(`${kind} ${id}: ${domain} is no domain; known are ${domains.join(', ')}`)
  if (description.trim() === '') throw new Error(`${kind} ${id}: the description is empty`)
}

/** `annex-editing-status` is `Annex editing status`. */
export const titleOf = ({ slug, title }: Pick<Named, 'slug' | 'title'>): string =>
  title ?? (slug.charAt(0).toUpperCase() + slug.slice(1)).replaceAll('-', ' ')
