import { z } from 'zod'

export const annexTypes = ['FUNCTIONAL', 'HAZARD'] as const
/** A plan may hold so many of each. */
export const MOST_ANNEXES = 1000
export const MOST_TAGS = 1000

/** Stands in paths, headers and columns. */
const PLAIN = /^[^\p{Cc}\p{Cs}]+$/u
const NOT_PLAIN = 'has a control character or half a character in it; leave it out'
const id = z.string().min(1).max(200).regex(PLAIN, NOT_PLAIN)
const name = z.string().min(1).max(500).regex(PLAIN, NOT_PLAIN)

export const annexSchema = z
  .looseObject({ id, name, type: z.enum(annexTypes), html: z.string().default('').describe('Rich text, kept as it was sent.') })
  .meta({
    id: 'PlanAnnex',
    description: 'A part of a plan: what is done, or what is done against a hazard.',
    examples: [{ id: 'a-evacuation', name: 'Evacuation', type: 'FUNCTIONAL', html: '<h2>Before</h2><p>Teachers learn the routes.</p>' }],
  })

export const tagSchema = z
  .looseObject({ id, name })
  .meta({ id: 'PlanTag', description: 'A role in a plan.', examples: [{ id: '5b0f3c0a-9c4e-4a57-9f27-7f5a6d0c1b11', name: 'Teachers' }] })

/** Fields that are not named here are kept as they are. */
export const planSchema = z
  .looseObject({
    id: id.describe('Any text of 1 to 200 characters.'),
    organizationId: id,
    name,
    annexes: z.array(annexSchema).max(MOST_ANNEXES).default([]),
    generalUserTags: z.array(tagSchema).max(MOST_TAGS).default([]).describe('The roles of the plan.'),
  })
  .meta({
    id: 'Plan',
    description: 'An emergency operation plan.',
    examples: [
      {
        id: 'd1b7f2b0-58a7-4f0e-8d0e-6a1d3f5c2a01',
        organizationId: 'org-1',
        name: 'District plan',
        annexes: [{ id: 'a-evacuation', name: 'Evacuation', type: 'FUNCTIONAL', html: '<p>Teachers learn the routes.</p>' }],
        generalUserTags: [{ id: '5b0f3c0a-9c4e-4a57-9f27-7f5a6d0c1b11', name: 'Teachers' }],
      },
    ],
  })

export type Plan = z.output<typeof planSchema>
export type Annex = z.output<typeof annexSchema>
export type PlanTag = z.output<typeof tagSchema>

/** A plan in a list: its annexes without their texts. */
export const planSummarySchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    name: z.string(),
    annexes: z.array(z.object({ id: z.string(), name: z.string(), type: z.enum(annexTypes) })),
    roles: z.int().describe('How many roles the plan has.'),
    snapshotOf: z.string().nullable().describe('The plan that this is a snapshot of.'),
    version: z.int().describe('Grows with every change.'),
    updatedAt: z.string(),
  })
  .meta({
    id: 'PlanSummary',
    description: 'A plan without the texts of its annexes.',
    examples: [
      {
        id: 'd1b7f2b0-58a7-4f0e-8d0e-6a1d3f5c2a01',
        organizationId: 'org-1',
        name: 'District plan',
        annexes: [{ id: 'a-evacuation', name: 'Evacuation', type: 'FUNCTIONAL' }],
        roles: 12,
        snapshotOf: null,
        version: 3,
        updatedAt: '2026-03-31T09:00:00.000Z',
      },
    ],
  })
export type PlanSummary = z.output<typeof planSummarySchema>
