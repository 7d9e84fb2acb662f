import { configSchemaOf, parseConfig } from '../../kernel/config/config.ts'
import type { CompletionRequest, Llm } from '../../kernel/llm/llm.ts'
import type { Ports } from '../../kernel/ports.ts'
import { annexSection } from '../../services/safety/annex/annex-section.ts'
import { type AnnexInput, annexEdit } from '../../services/safety/annex/run.ts'
import { type GuidesInput, guidesRun } from '../../services/safety/guides/guide-run.ts'
import { guidesMigration } from '../../services/safety/guides/guide-tables.ts'
import { guidesSection } from '../../services/safety/guides/guides-section.ts'
import { openRunPorts } from './run-stack.ts'

const content = {
  llms: { defaults: { params: {} }, models: { default: { model: 'm' } } },
  indexes: { default: 'default', aliases: { default: 'documents' } },
  retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 0.5 } },
}

/**
 * What runs of guides and edits need, in a folder, with a model that is `answer`: it is told the name of an annex and gives one step, or is
 * told the content of a field and gives the new one.
 */
export async function openGuidePorts(dir: string, answer: (annex: string) => Promise<string>): Promise<Ports> {
  const llm: Llm = {
    provider: 'openai-compatible',
    async complete({ messages }: CompletionRequest) {
      const asked = String(messages.at(-1)?.content)
      const field = /<field>\n([\s\S]*)\n<\/field>/.exec(asked)?.[1]
      if (field) return { texts: [await answer(field)], finishReason: 'stop' }
      const name = /Annex: "([^"]+)"/.exec(asked)?.[1] ?? ''
      return { texts: [JSON.stringify({ before: [], during: [await answer(name)], after: [] })], finishReason: 'stop' }
    },
    stream: () => Promise.reject(new Error('guides are not streamed')),
    check: () => Promise.resolve(),
  }
  const config = parseConfig(content, configSchemaOf([guidesSection, annexSection]))
  const ports = await openRunPorts(dir, [guidesRun.kind, annexEdit.kind], undefined, { llm, config })
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

/** The edit of a field that nobody else has. */
export const editOf = (id: string, job: number): AnnexInput => ({
  ...{ requestId: id, sessionId: id, tool: 'k12-annex-editing-kickoff', profile: 'general', kind: 'masterCopy', id: 'm' },
  ...{ organizationId: null, userId: 'ada', roleId: null, userTagIds: [], roles: [], form: { name: '', group: '', field: '' } },
  ...{ content: `<p>Walk to gate ${job}.</p><p>Count everybody.</p>`, prompt: 'Say run' },
})
