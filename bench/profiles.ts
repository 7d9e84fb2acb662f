// Where the processor time of profiled processes went: node scripts/run.mjs bench/profiles.ts FOLDER [--top 25]
// FOLDER is what `npm run bench -- --profile FOLDER bench/notes.ts` left: a profile of each process and of each of its threads, the bench's own too.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'

/** As the DevTools protocol has it: samples name nodes of a tree of calls, deltas the microseconds before each. */
const profileSchema = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }) })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})

const { values, positionals } = parseArgs({ allowPositionals: true, options: { top: { type: 'string', default: '25' } } })
const [folder] = positionals
if (!folder) throw new Error('usage: bench/profiles.ts FOLDER [--top N]')
const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The module as a reader of the repository knows it: its path, or the package that it belongs to. */
function moduleOf(url: string): string {
  const path = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : url
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? (path || '(the engine)')
}

const folderOf = (module: string): string => module.split('/').slice(0, 2).join('/')
const add = (to: Map<string, number>, name: string, ms: number): void => void to.set(name, (to.get(name) ?? 0) + ms)

/** Milliseconds by function and by folder or package, those of rest left out. */
function readProfile(file: string) {
  const { nodes, samples, timeDeltas } = profileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const [functions, folders] = [new Map<string, number>(), new Map<string, number>()]
  let total = 0
  for (const [i, id] of samples.entries()) {
    const { functionName, url, lineNumber } = frames.get(id)!
    if (functionName === '(idle)') continue
    const ms = timeDeltas[i]! / 1000
    const module = moduleOf(url)
    total += ms
    add(functions, url ? `${functionName || '(anonymous)'} ${module}:${lineNumber + 1}` : functionName, ms)
    add(folders, url ? folderOf(module) : functionName, ms)
  }
  return { total, functions, folders }
}

function print(title: string, of: ReadonlyMap<string, number>, total: number): void {
  console.log(`\n| ${title} | ms | % |\n|---|---|---|`)
  const largest = [...of].sort(([, a], [, b]) => b - a).slice(0, Number(values.top))
  for (const [name, ms] of largest) console.log(`| ${name} | ${ms.toFixed(0)} | ${((100 * ms) / total).toFixed(1)} |`)
}

/** `CPU.<date>.<time>.<pid>.<thread>.<number>.cpuprofile` */
const NAME = /^CPU\.\d+\.\d+\.(?<pid>\d+)\.(?<thread>\d+)\..*\.cpuprofile$/
const profiles = readdirSync(folder)
  .flatMap((file) => {
    const { pid, thread } = NAME.exec(file)?.groups ?? {}
    return pid
      ? [{ name: `process ${pid}, ${thread === '0' ? 'main thread' : `thread ${thread}`}`, ...readProfile(join(folder, file)) }]
      : []
  })
  .sort((a, b) => b.total - a.total)
for (const { name, total, functions, folders } of profiles) {
  console.log(`\n## ${name}: ${(total / 1000).toFixed(2)} s`)
  print('folder or package', folders, total)
  print('function', functions, total)
}
