import { domains } from '../kernel/agents/domains.ts'

export const newKinds = ['tool', 'agent'] as const
export type NewKind = (typeof newKinds)[number]

/** The files of a new tool or agent, the test last. Throws an Error that says which word is wrong. */
export function newFiles(kind: NewKind, domain: string, slug: string): { path: string; text: string }[] {
  if (!newKinds.includes(kind)) throw new Error(`${kind || 'nothing'} is none of ${newKinds.join(', ')}`)
  if (!(domains as readonly string[]).includes(domain)) throw new Error(`${domain || 'nothing'} is none of ${domains.join(', ')}`)
  if (!/^(?=.{1,50}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug))
    throw new Error(`${slug || 'an empty name'}: a name is 1 to 50 lower-case letters, digits and single hyphens, a letter first`)
  const folder = `services/agents/domains/${domain}/${kind}s`
  const name = slug.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const title = (slug.charAt(0).toUpperCase() + slug.slice(1)).replaceAll('-', ' ')
  const texts = kind === 'tool' ? toolTexts : agentTexts
  const [text, test] = texts({ id: `${domain}-${slug}`, domain, slug, name, title })
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
