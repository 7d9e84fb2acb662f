import { z } from 'zod'

export const phases = ['BEFORE', 'DURING', 'AFTER'] as const
export type Phase = (typeof phases)[number]

const sourceSchema = z.object({
  element: z.int().describe('Number of the element among those of the annex that hold text, from 0.'),
  start: z.int().describe('Where the element begins in the HTML of the annex.'),
  end: z.int(),
  quote: z.string().describe('What stands there.'),
})

const sentenceSchema = z.object({
  text: z.string(),
  source: sourceSchema
    .nullable()
    .describe('The element of the annex that it comes from; null where none says it: hold it against the annex.'),
})

const blockSchema = z.object({
  type: z.enum(phases),
  content: z.string().describe('HTML: a list of steps.'),
  sentences: z.array(sentenceSchema).describe('The sentences of the content, each with where it comes from.'),
  left_out: z.int().describe('Steps of the annex for which there is no room on a card.'),
})
export type Block = z.output<typeof blockSchema>
export type Sentence = z.output<typeof sentenceSchema>

/** Writers of guides: the embedded one takes sentences from the annex, a model puts them shorter. */
export const writers = ['embedded', 'model'] as const

const block = {
  type: 'DURING' as const,
  content: '<ul><li>Teachers lead their classes to the assembly point.</li></ul>',
  sentences: [
    {
      text: 'Teachers lead their classes to the assembly point.',
      source: { element: 7, start: 412, end: 471, quote: 'Teachers lead their classes to the assembly point.' },
    },
  ],
  left_out: 0,
}

export const guideExample = {
  ...{ name: 'Fire', organizationId: 'org-7', type: 'EMERGENCY' as const, functionality: null, hazard: 'FIRE' },
  ...{
    generalUserTagManagementType: 'ASSIGN_ALL' as const,
    generalUserTagIds: ['0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11'],
    roles: ['Teachers'],
  },
  contentBlocks: [block],
  ...{ annexId: 'fire', writer: 'embedded' as const, untraced: 0 },
}

/** A quick reference guide: what people of some roles do before, during and after. */
export const guideSchema = z
  .object({
    name: z.string().max(200),
    organizationId: z.string(),
    type: z.enum(['FUNCTIONAL', 'EMERGENCY']),
    functionality: z.string().nullable(),
    hazard: z.string().nullable(),
    generalUserTagManagementType: z.enum(['ASSIGN_SELECTED', 'ASSIGN_ALL']),
    generalUserTagIds: z.array(z.string()),
    roles: z.array(z.string()).describe('Names of those roles.'),
    contentBlocks: z.array(blockSchema),
    annexId: z.string(),
    writer: z.enum(writers).describe('embedded: its sentences are the annex’s own. model: a language model wrote it.'),
    untraced: z.int().describe('Sentences that no element of the annex says.'),
  })
  .meta({ id: 'QuickReferenceGuide', description: 'What people of some roles do before, during and after.', examples: [guideExample] })
export type Guide = z.output<typeof guideSchema>

/** What guides need to know of an annex. */
export interface Annex {
  readonly id: string
  readonly name: string
  readonly type: 'FUNCTIONAL' | 'HAZARD'
  readonly html: string
}

/** A group of people in a plan. */
export interface Role {
  readonly id: string
  readonly name: string
}

/** Steps of a guide as somebody wrote them, by phase, before anything is checked. */
export type Draft = Readonly<Record<Phase, readonly DraftStep[]>> & { readonly leftOut?: Readonly<Partial<Record<Phase, number>>> }
export interface DraftStep {
  readonly text: string
  /** Number of the element that the writer took it from; absent: it has to be found. */
  readonly element?: number
}
