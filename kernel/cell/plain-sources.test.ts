import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
let root: string
const node = async (...args: string[]) => (await run(process.execPath, args, { cwd: root })).stdout.trim()
const say = (what: string) => writeFile(join(root, 'says.ts'), `export const what: string = '${what}'\n`)
const preload = () => ['--import', `file://${join(root, 'kernel/cell/load-plain.mjs')}`, 'main.ts']

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'millrace-plain-'))
  for (const name of ['plain-sources.mjs', 'load-plain.mjs', 'write-plain.mjs'])
    await cp(join(import.meta.dirname, name), join(root, 'kernel/cell', name))
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  await writeFile(
    join(root, 'main.ts'),
    `const { what }: { what: string } = await import('./says.ts')\nconsole.log(what, new Error('x').stack?.split('\\n')[1]?.includes('main.ts:2'))\n`,
  )
})
afterAll(() => rm(root, { recursive: true, force: true }))

describe('sources without types', () => {
  it('are what the source says, in the same lines, also where none were written', async () => {
    await say('one')
    expect(await node(...preload())).toBe('one true')
    await node('kernel/cell/write-plain.mjs', 'main.ts')
    const copy = join(root, 'node_modules/.cache/millrace/plain/says.ts.js')
    expect(await readFile(copy, 'utf8')).toMatch(/^export const what {9}= 'one'\n\n\/\/\d+-\d+$/)
    await writeFile(copy, (await readFile(copy, 'utf8')).replace('one', 'ONE'))
    expect(await node(...preload())).toBe('ONE true')
  })

  it('give way to a source that is newer or longer', async () => {
    await say('two, longer')
    expect(await node(...preload())).toBe('two, longer true')
    await node('kernel/cell/write-plain.mjs', 'main.ts')
    await say('two, LONGER')
    await utimes(join(root, 'says.ts'), new Date(), new Date(Date.now() + 60_000))
    expect(await node(...preload())).toBe('two, LONGER true')
  })

  it('are not followed to what is not there, nor out of the folder', async () => {
    await writeFile(join(root, 'away.ts'), `// from './nowhere.ts' and '../../../etc/other.ts'\nexport const a: number = 1\n`)
    await expect(node('kernel/cell/write-plain.mjs', 'away.ts')).resolves.toBe('')
  })
})
