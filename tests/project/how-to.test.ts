import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = realpathSync(fileURLToPath(new URL('../../', import.meta.url)))

/** What an example leaves out: its imports, and what its service has in other files. */
const AROUND: Readonly<Record<string, string>> = {
  'schemas/thumbnail.ts': `
    import { z } from 'zod'
    import { defineEvent } from './event.ts'`,
  'services/thumbnails/consumer.ts': `
    import { writeArtifact } from '../../kernel/blobs/artifacts.ts'
    import type { Blobs } from '../../kernel/blobs/blobs.ts'
    import { defineConsumer } from '../../kernel/consume/define-consumer.ts'
    import { type Artifact, documentDeleted, documentParsed } from '../../schemas/document.ts'
    import { thumbnailDrawn } from '../../schemas/thumbnail.ts'
    declare function thumbnailPath(of: { readonly document_id: string }): string
    declare function readFirstPage(blobs: Blobs, parsed: Artifact): Promise<string>
    declare function draw(page: string, signal: AbortSignal): AsyncIterable<Uint8Array>`,
  'services/thumbnails/view.ts': `
    import { z } from 'zod'
    import { defineTables } from '../../kernel/store/define-tables.ts'
    import { defineView } from '../../kernel/views/define-view.ts'
    import { documentDeleted } from '../../schemas/document.ts'
    import { thumbnailDrawn } from '../../schemas/thumbnail.ts'`,
  'services/mills/stone-wear.ts': `
    import { z } from 'zod'
    import { defineTool } from '../../kernel/agents/define-tool.ts'
    declare function wearOf(database: object, mill: string, signal: AbortSignal): Promise<number>`,
  'services/mills/mill-inspector.ts': `
    import { z } from 'zod'
    import { defineAgent } from '../../kernel/agents/define-agent.ts'
    import { READING } from '../../kernel/agents/read-documents.ts'`,
  'services/mills/service.ts': `
    import { z } from 'zod'
    import { defineSection, sectionOf } from '../../kernel/config/section.ts'
    import type { Run } from '../../kernel/runs/define-run.ts'
    import { registerRunRoutes, runCommands } from '../../kernel/runs/routes.ts'
    import type { Service } from '../../kernel/service.ts'
    declare const grind: Run
    const stones = z.object({ stones: z.int() })`,
  'services/annex/run.ts': `
    import { z } from 'zod'
    import { defineLane } from '../../kernel/consume/lanes.ts'
    import type { Llm } from '../../kernel/llm/llm.ts'
    import { defineRun, defineStep } from '../../kernel/runs/define-run.ts'
    const DAY = 86_400_000
    const annexInput = z.object({ fieldId: z.string(), sections: z.array(z.string()) })
    type Input = z.output<typeof annexInput>
    const sectionSchema = z.object({ title: z.string(), text: z.string() })
    const annexResult = z.object({ sections: z.array(sectionSchema) })
    declare function write(llm: Llm, section: string | undefined, signal: AbortSignal): Promise<z.output<typeof sectionSchema>>`,
}

/** Returns the blocks of TypeScript that begin with the name of their file, by that name; those of list items without their indent. */
const examplesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^( *)```ts\n *\/\/ (\S+)\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', path = '', code = '']) => [
      path,
      code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    ]),
  )

const PAGES = join(ROOT, 'docs/how-to')
const pages = readdirSync(PAGES)
  .map((name) => readFileSync(join(PAGES, name), 'utf8'))
  .join('\n')
let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-how-to-'))
  for (const name of ['kernel', 'node_modules', 'package.json']) symlinkSync(join(ROOT, name), join(dir, name))
  cpSync(join(ROOT, 'schemas'), join(dir, 'schemas'), { recursive: true })
  const config = { extends: join(ROOT, 'tsconfig.json'), include: ['schemas', 'services'] }
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Returns the complaints of the compiler about these files, by file. */
async function complaints(files: Readonly<Record<string, string>>): Promise<Map<string, string>> {
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), code)
  }
  const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--pretty', 'false', '-p', '.']
  const said = await new Promise<string>((resolve) =>
    execFile(process.execPath, tsc, { cwd: dir }, (failed, stdout, stderr) =>
      resolve(failed ? `${stdout}${stderr}` || failed.message : ''),
    ),
  )
  return new Map(said.split(/\n(?=\S)/).flatMap((line) => (line.trim() ? [[line.split('(')[0] ?? '', line]] : [])))
}

test('every example of the how-to guides compiles, and one whose `switch` misses an event does not', { timeout: 300_000 }, async () => {
  const examples = examplesOf(pages)
  expect(examples.size).toBe([...pages.matchAll(/^ *```ts$/gm)].length)
  expect([...examples.keys()].sort()).toEqual(Object.keys(AROUND).sort())
  const files = Object.fromEntries(Object.entries(AROUND).map(([path, around]) => [path, `${around}\n${examples.get(path) ?? ''}`]))
  const consumer = files['services/thumbnails/consumer.ts'] ?? ''
  const misses = 'services/thumbnails/misses.ts'
  const found = await complaints({ ...files, [misses]: consumer.replace(/ *case 'document.deleted':[\s\S]*?return \[\]\n/, '') })
  expect([...found.keys()], [...found.values()].join('\n')).toEqual([misses])
})
