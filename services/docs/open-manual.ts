import { type Page, readPages } from '../../kernel/docs/pages.ts'
import { etagOf } from '../../kernel/http/reply/etag.ts'
import type { StaticFile } from '../../kernel/http/reply/pages.ts'
import { sectionsOfMap } from './map-sections.ts'
import { type Manual, renderPage } from './render-page.ts'

/** Renders pages on demand and keeps them. */
export interface OpenManual {
  /** Returns the page with this path, `how-to/upload-documents`; undefined when there is none. */
  find(path: string): StaticFile | undefined
}

const MARK = /<!-- ([a-z-]+) -->/g

/** Reads the pages below `docs/`. `frame` is the composed page `docs` with its marks. */
export function openManual(frame: StaticFile, pages: readonly Page[] = readPages()): OpenManual {
  const byFile = new Map(pages.map((page) => [page.file, page]))
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const map = byPath.get('')
  const manual: Manual = { pages: byFile, sections: map ? sectionsOfMap(map, byFile) : [] }
  const template = frame.body.toString()
  const rendered = new Map<string, StaticFile>()
  return {
    find(path) {
      const known = rendered.get(path)
      const page = byPath.get(path)
      if (known || !page) return known
      const parts = renderPage(page, manual)
      const body = Buffer.from(template.replace(MARK, (mark, name: string) => parts[name] ?? mark))
      const file = { body, type: frame.type, etag: etagOf(body) }
      rendered.set(path, file)
      return file
    },
  }
}
