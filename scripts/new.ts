// npm run new -- tool k12 my-tool, npm run new -- agent tap my-agent, or workflow: writes a working one with its test.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { domains } from '../kernel/agents/domains.ts'
import { printHelp } from './print-help.ts'

export const newKinds = ['tool', 'agent', 'workflow'] as const
export type NewKind = (typeof newKinds)[number]

/** The files of a new tool, agent or workflow, the test last. Throws an Error that says which word is wrong. */
export function newFiles(kind: NewKind, domain: string, slug: string): { path: string; text: string }[] {
  if (!newKinds.includes(kind)) throw new Error(`${kind || 'nothing'} is none of ${newKinds.join(', ')}`)
  if (!(domains as readonly string[]).includes(domain)) throw new Error(`${domain || 'nothing'} is none of ${domains.join(', ')}`)
  if (!/^(?=.{1,50}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug))
    throw new Error(`${slug || 'an empty name'}: a name is 1 to 50 lower-case letters, digits and single hyphens, a letter first`)
  const folder = `services/agents/domains/${domain}/${kind}s`
  const name = slug.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const title = (slug.charAt(0).toUpperCase() + slug.slice(1)).replaceAll('-', ' ')
  const [text, test] = TEXTS[kind]({ id: `${domain}-${slug}`, domain, slug, name, title })
  return [
    { path: `${folder}/${slug}.ts`, text },
    { path: `${folder}/${slug}.test.ts`, text: test },
  ]
}

interface Words {
  readonly id: string
  readonly domain: string
  readonly slug: string
  readonly name: string
  readonly title: string
}

const KERNEL = '../../../../../kernel'

const toolTexts = ({ id, domain, slug, name, title }: Words): [string, string] => [
  `import { z } from 'zod'
import { defineTool } from '${KERNEL}/agents/define-tool.ts'

/** Say in one line what it is for. */
export const ${name} = defineTool({
  id: '${id}',
  domain: '${domain}',
  slug: '${slug}',
  title: '${title}',
  description: 'Say when to use it and what it gives: models choose by these words. For now it counts the words of a text.',
  input: z.object({ text: z.string().min(1).max(10_000) }).meta({ examples: [{ text: 'two words' }] }),
  output: z.object({ words: z.int() }).meta({ examples: [{ words: 2 }] }),
  effect: 'read',
  timeoutMs: 5_000,
  handle: async (_ctx, { text }) => ({ words: text.trim().split(/\\s+/).length }),
})
`,
  `import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedStack, embeddedStack } from '../../../../../tests/support/embedded-stack.ts'
import { agentsServing } from '../../../service.ts'

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([agentsServing([])])
})
afterAll(() => stack.dispose())

test('${slug} does what it promises', async () => {
  const reply = await stack.app.inject({ method: 'POST', url: '/ai/${domain}/tools/${slug}', payload: { text: 'two words' } })
  expect(reply.json()).toEqual({ data: { words: 2 } })
})
`,
]

const agentTexts = ({ id, domain, slug, name, title }: Words): [string, string] => [
  `import { defineAgent } from '${KERNEL}/agents/define-agent.ts'
import { READING, readDocuments } from '../../../../../kernel/agents/read-documents.ts'

export const ${name} = defineAgent({
  id: '${id}',
  domain: '${domain}',
  slug: '${slug}',
  title: '${title}',
  description: 'Say what it is asked for. For now it answers from the documents.',
  prompt: 'You answer questions from the documents that you look up, and name the file behind each statement.',
  tools: [...READING],
  unaided: readDocuments,
})
`,
  `import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedStack, embeddedStack } from '../../../../../tests/support/embedded-stack.ts'
import { agentsServing } from '../../../service.ts'

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([agentsServing([])])
})
afterAll(() => stack.dispose())

test('${slug} answers from the documents where there is no model, and says so', async () => {
  await stack.ingest({ name: 'mill.txt', texts: ['The mill stands at the weir.'] })
  const url = '/ai/${domain}/agents/${slug}/generate'
  const reply = await stack.app.inject({ method: 'POST', url, payload: { prompt: 'Where does the mill stand?' } })
  expect(reply.json()).toMatchObject({ model: 'embedded', text: expect.stringContaining('weir') })
})
`,
]

const workflowTexts = ({ id, domain, slug, name, title }: Words): [string, string] => [
  `import { z } from 'zod'
import { defineWorkflow } from '${KERNEL}/agents/define-workflow.ts'
import { defineRun, defineStep } from '${KERNEL}/runs/define-run.ts'

const input = z
  .object({ texts: z.array(z.string().min(1).max(10_000)).min(1).max(1_000) })
  .meta({ examples: [{ texts: ['two words', 'three more words'] }] })
type Input = z.output<typeof input>
const counted = z.object({ words: z.int() })

/** An item for each text, on whichever process has room; what is done outlives a process. */
const count = defineStep<Input>({
  name: 'count',
  needs: [],
  retry: { attempts: 3, baseMs: 1_000, capMs: 10_000 },
  timeoutMs: 60_000,
  onFail: 'go-on',
  counts: ({ texts }) => texts.length,
  handle: async (ctx, item) => ({ words: ctx.input.texts[item]!.trim().split(/\\s+/).length }),
})
/** What the last step makes is the result. */
const sum = defineStep<Input>({
  name: 'sum',
  needs: [],
  retry: { attempts: 3, baseMs: 1_000, capMs: 10_000 },
  timeoutMs: 60_000,
  onFail: 'end',
  async handle(ctx) {
    let words = 0
    for await (const { artifact } of ctx.artifacts('count', counted)) words += artifact.words
    return { words }
  },
})

export const ${name} = defineWorkflow({
  id: '${id}',
  domain: '${domain}',
  slug: '${slug}',
  title: '${title}',
  description: 'Say what it makes of what. For now it counts the words of texts.',
  run: defineRun({
    kind: '${id}',
    words: { kind: '${title}', steps: { count: 'Count', sum: 'Add up' } },
    input,
    result: z.object({ words: z.int() }),
    steps: [count, sum],
    deadlineMs: 900_000,
    keepMs: 30 * 86_400_000,
  }),
  counted: { step: 'count', ids: ({ texts }) => texts.map((_, i) => String(i)) },
})
`,
  `import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedStack, embeddedStack } from '../../../../../tests/support/embedded-stack.ts'
import { agentsServing } from '../../../service.ts'
import { workflows } from '../../../workflows/service.ts'

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([workflows, agentsServing([])])
})
afterAll(() => stack.dispose())

test('${slug} goes from its input to its result', async () => {
  const url = '/ai/${domain}/workflows/${slug}'
  const begun = await stack.app.inject({ method: 'POST', url: \`\${url}/start\`, payload: { texts: ['two words', 'three more words'] } })
  const run = () => stack.app.inject(\`\${url}/runs/\${begun.json().runId}\`)
  await vi.waitFor(async () => expect((await run()).json().status).toBe('completed'), { timeout: 30_000, interval: 50 })
  expect((await run()).json()).toMatchObject({ progress: { total: 2, succeeded: 2 }, result: { words: 5 } })
})
`,
]

const TEXTS: Readonly<Record<NewKind, (words: Words) => [string, string]>> = { tool: toolTexts, agent: agentTexts, workflow: workflowTexts }

const RUN_KINDS = /^(export const runKinds: readonly string\[\] = )\[([^\]]*)\]$/m
/** Columns of a line, as the formatter has it. */
const WIDTH = 140

/** `schemas/run.ts` with one more kind of run: the topic of its steps is made from this word. Throws an Error where it has no such list. */
export function withRunKind(text: string, kind: string): string {
  const [whole, before, listed] = RUN_KINDS.exec(text) ?? []
  if (whole === undefined || listed === undefined) throw new Error('schemas/run.ts has no list runKinds any more')
  const kinds = [...(listed.match(/'[^']+'/g) ?? []), `'${kind}'`]
  const line = `${before}[${kinds.join(', ')}]`
  return text.replace(whole, line.length <= WIDTH ? line : `${before}[\n${kinds.map((one) => `  ${one},\n`).join('')}]`)
}

export const USAGE = `Writes the files of a new tool, agent or workflow, with a test.

  npm run new -- ${newKinds.join('|')} ${domains.join('|')} NAME

Exit codes: 0 done, 2 wrong usage or the name is taken.`

if (import.meta.main) {
  printHelp(USAGE)
  const KINDS = 'schemas/run.ts'
  const [kind = '', domain = '', slug = '', ...more] = process.argv.slice(2)
  try {
    const files = newFiles(kind as NewKind, domain, slug)
    if (more.length > 0) throw new Error(`there is more than a kind, a domain and a name: ${more.join(' ')}`)
    const known = files.find(({ path }) => existsSync(path))
    if (known) throw new Error(`${known.path} is there already; choose another name`)
    if (kind === 'workflow') {
      await writeFile(KINDS, withRunKind(await readFile(KINDS, 'utf8'), `${domain}-${slug}`))
      process.stdout.write(`changed ${KINDS}: runKinds names it\n`)
    }
    for (const { path, text } of files) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
      process.stdout.write(`wrote ${path}\n`)
    }
    process.stdout.write(`Try it: npm test -- ${files.at(-1)?.path}\nThen: npm run schemas && npm run client\n`)
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message : error}\nusage: npm run new -- ${newKinds.join('|')} ${domains.join('|')} NAME\n`,
    )
    process.exitCode = 2
  }
}
