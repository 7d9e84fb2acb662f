import { configSchemaOf, parseConfig } from '../../kernel/config/config.ts'
import type { CompletionRequest, Llm } from '../../kernel/llm/llm.ts'
import type { Ports } from '../../kernel/ports.ts'
import { type GuidesInput, guidesRun } from '../../services/safety/guides/guide-run.ts'
import { guidesMigration } from '../../services/safety/guides/guide-tables.ts'
import { guidesSection } from '../../services/safety/guides/guides-section.ts'
import { openRunPorts } from './run-stack.ts'

const content = {
  llms: { defaults: { params: {} }, models: { default: { model: 'm' } } },
  indexes: { default: 'default', aliases: { default: 'documents' } },
  retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 0.5 } },
}

/** What runs of guides need, in a folder, with a model that is `answer`: it is told the name of the annex and gives one step. */
export async function openGuidePorts(dir: string, answer: (annex: string) => Promise<string>): Promise<Ports> {
  const llm: Llm = {
    provider: 'openai-compatible',
    async complete({ messages }: CompletionRequest) {
      const name = /Annex: "([^"]+)"/.exec(String(messages[1]?.content))?.[1] ?? ''
      return { texts: [JSON.stringify({ before: [], during: [await answer(name)], after: [] })], finishReason: 'stop' }
    },
    stream: () => Promise.reject(new Error('guides are not streamed')),
    check: () => Promise.resolve(),
  }
  const config = parseConfig(content, configSchemaOf([guidesSection]))
  const ports = await openRunPorts(dir, [guidesRun.kind], undefined, { llm, config })
  await ports.database.migrate([guidesMigration])
  return ports
}

/** A plan of which every annex has another text. */
export const planOf = (id: string, job: number, annexes: number): GuidesInput => ({
  ...{ planId: id, planName: `Plan ${job}`, organizationId: 'org', roles: [{ id: 't', name: 'Teachers' }] },
  annexes: Array.from({ length: annexes }, (_, i) => ({
    ...{ id: `${i}`, name: `${job}x${i}`, type: 'HAZARD' as const },
    html: `<h2>During</h2><p>Leave by door ${job}x${i}.</p>`,
  })),
})
