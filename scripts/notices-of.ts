/** A package as package-lock.json tells of it. */
export interface Packaged {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
}

/**
 * One section a package that runs with the product: name, version, licence, and the texts that it comes with. Packages for development
 * are left out, and those that are not installed here (undefined texts).
 */
export function noticesOf(packages: Readonly<Record<string, Packaged>>, textsOf: (path: string) => readonly string[] | undefined): string {
  const sections = Object.entries(packages).flatMap(([path, { version, license, dev }]) => {
    if (path === '' || dev) return []
    const texts = textsOf(path)
    if (!texts) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const body = texts.length > 0 ? texts.map((text) => text.trim()).join('\n\n') : 'The package comes without the text of its licence.'
    return [`${name} ${version ?? ''} (${license ?? 'see below'})\n${'-'.repeat(72)}\n${body}\n`]
  })
  return `${[...new Set(sections)].sort().join(`\n${'='.repeat(72)}\n`)}`
}
