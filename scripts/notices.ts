// npm run -s notices: the licences of every package that runs with the product, for those who hand it on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticesOf, type Packaged } from './notices-of.ts'
import { root } from './setup.mjs'

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

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Packaged> }
process.stdout.write(noticesOf(packages, licenceTexts))
