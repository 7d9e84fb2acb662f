// npm run -s notices: the licences of every package that runs with the product, for those who hand it on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

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

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What stands in the package's folder; a package that is for another system is not there. */
function licenceTexts(path: string): string[] | undefined {
  try {
    return readdirSync(join(root, path))
      .filter((name) => /^(licen[sc]e|copying|notice)/i.test(name) && !name.endsWith('S'))
      .sort()
      .map((name) => read(join(path, name)))
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Packaged> }
  process.stdout.write(noticesOf(packages, licenceTexts))
}
