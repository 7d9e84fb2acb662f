import { existsSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pageFiles, readPage } from './pages.ts'
import { type Section, sectionsOf } from './sections.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Manuals outside of `docs/`. All but the README are internal. */
const TOP_LEVEL = ['README.md', 'ARCHITECTURE.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
const TITLE = /^#\s+(.+?)\s*$/m

const MAP = 'docs/README.md'

/** Returns the sections of all pages below `docs/` but the map, which only links. Other work of the process runs between the files. */
export const readPageSections = (): Promise<Section[]> =>
  readEach(
    pageFiles().filter((file) => file !== MAP),
    (file) => sectionsOf(readPage(file)),
  )

/** Returns the sections of the manuals outside of `docs/`. A file that does not exist has none. */
export const readTopLevelSections = (): Promise<Section[]> =>
  readEach(TOP_LEVEL, (file) => {
    if (!existsSync(`${ROOT}${file}`)) return []
    const markdown = readFileSync(`${ROOT}${file}`, 'utf8')
    return sectionsOf({ file, title: TITLE.exec(markdown)?.[1] ?? file, internal: file !== 'README.md', questions: [], markdown })
  })

async function readEach<T>(files: readonly T[], read: (file: T) => Section[]): Promise<Section[]> {
  const sections: Section[] = []
  for (const file of files) {
    sections.push(...read(file))
    await nextTurn()
  }
  return sections
}
