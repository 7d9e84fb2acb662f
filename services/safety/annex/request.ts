import { z } from 'zod'

/** Of the HTML of a field, before an edit and after it. */
export const MOST_CHARACTERS = 6_000_000

const text = (most: number) => z.string().max(most)
const key = text(200)
/** Jobs that one status call asks for. */
const MOST_ASKED = 1000
/** A name that has to be there; says what to give. */
const required = (what: string) => z.string(`${what}, a text of 1 to 200 characters`).min(1, `${what}, at least one character`).max(200)
/** A role as a front end has it: a name, or an object with one. */
const role = z.union(
  [text(500), z.looseObject({ id: z.string().max(200).optional(), name: text(500).optional() })],
  'give a name, or an object with a name or an id',
)
const roles = z.array(role).max(1000).optional()
const subject = z.looseObject({}).nullish()

const example = {
  emergencyOperationPlanId: 'd1b7f2b0-58a7-4f0e-8d0e-6a1d3f5c2a01',
  userId: 'user-1',
  form: { name: 'Evacuation', field: { group: 'Courses of action', name: 'During', content: '<p>Teachers lead students out.</p>' } },
  prompt: 'Make it shorter. Do not change the times.',
  waitForResult: false,
}

/** Exactly one of plan, configuration and master copy is given, by its id or as an object; `identityOf` holds that. */
export const annexRequest = z
  .object({
    emergencyOperationPlanId: key.nullish().describe('Of a plan or a snapshot of one.'),
    emergencyOperationPlan: subject.describe('With id, emergencyOperationPlanId, planId or eopId, and perhaps organizationId.'),
    emergencyOperationPlanConfigurationId: key.nullish(),
    emergencyOperationPlanConfiguration: subject,
    eopMasterCopyId: key.nullish(),
    emergencyOperationPlanMasterCopy: subject,
    userId: required('give the id of the user who asks'),
    roleId: key.nullish().describe('Kept with the job.'),
    userTagIds: z.array(key).max(1000).optional().describe('Ids of the roles that were chosen.'),
    roles: roles.describe('Roles, objects or names; they win over those of the plan.'),
    userTags: roles.describe('As roles.'),
    generalUserTags: roles.describe('As roles.'),
    form: z.object(
      {
        name: text(500).optional(),
        field: z.object(
          {
            group: text(500).optional(),
            name: text(500).optional(),
            content: text(MOST_CHARACTERS).optional().describe('The HTML as it is now; empty: a new text is written.'),
          },
          'give the field that is edited, {"content": "<p>…</p>"}',
        ),
      },
      'give the form with its field, {"field": {"content": "<p>…</p>"}}',
    ),
    prompt: text(20_000).optional().describe('What to do; a prompt of the profile when it is left out.'),
    sessionId: key.min(1).nullish().describe('Null begins a new session.'),
    requestId: key.min(1).nullish().describe('Made by the server where it is left out.'),
    waitForResult: z.boolean().default(false).describe('Answer when the edit is done, or at the time limit of the server.'),
  })
  .meta({ description: 'What to edit, whose it is, and how.', examples: [example] })
export type AnnexRequest = z.output<typeof annexRequest>

const accepted = {
  requestId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
  sessionId: '3a4b2f1e-8d7c-5b6a-9f00-1c2d3e4f5a6b',
  status: 'accepted',
  message: 'The edit was accepted; ask for its status.',
  workflowRunId: '0b6c1c5e-4a5b-5c1d-8e2f-7a6b5c4d3e2f',
}

/** The accepted body, or that of a finished edit. */
export const annexReply = z
  .object({
    requestId: z.string(),
    sessionId: z.string(),
    status: z.enum(['accepted', 'success', 'error', 'cancelled']),
    message: z.string(),
    workflowRunId: z.string().optional(),
    isEdit: z.boolean().optional().describe('Whether the content changed.'),
    responseStatus: z.string().optional().describe('edited, unchanged, failed or cancelled.'),
    agentResponse: z.object({ text: z.string() }).optional().describe('The edited HTML.'),
  })
  .meta({ description: 'The job, or what it made.', examples: [accepted] })
export type AnnexReply = z.output<typeof annexReply>

export const jobStatuses = ['accepted', 'processing', 'success', 'error', 'cancelled'] as const

export const requestIds = z
  .object({
    requestIds: z
      .array(required('give the requestId of a job'), 'give a list of the requestIds of jobs')
      .min(1, 'give at least one requestId')
      .max(MOST_ASKED, `give at most ${MOST_ASKED} requestIds`),
  })
  .meta({ description: 'Jobs.', examples: [{ requestIds: [accepted.requestId] }] })

export const statusEntries = z
  .array(
    z.object({
      requestId: z.string(),
      sessionId: z.string(),
      status: z.enum(jobStatuses),
      message: z.string().optional().describe('Why it is in error.'),
    }),
  )
  .meta({
    description: 'One entry an id, in the order of the ids.',
    examples: [[{ requestId: accepted.requestId, sessionId: accepted.sessionId, status: 'processing' }]],
  })

export const requestIdInput = z
  .object({ requestId: required('give the requestId of a job') })
  .meta({ description: 'A job.', examples: [{ requestId: accepted.requestId }] })

export const annexResultReply = z
  .object({
    requestId: z.string(),
    sessionId: z.string(),
    status: z.enum(jobStatuses),
    message: z.string().describe('The edited HTML, or why there is none.'),
    isEdit: z.boolean().describe('Whether the content changed.'),
  })
  .meta({
    description: 'What an edit made.',
    examples: [
      {
        requestId: accepted.requestId,
        sessionId: accepted.sessionId,
        status: 'success',
        message: '<p>Teachers lead students out at once.</p>',
        isEdit: true,
      },
    ],
  })

export const cancelReply = statusEntries.element.meta({
  description: 'The job after the wish to end it; one that was over keeps its end.',
  examples: [{ requestId: accepted.requestId, sessionId: accepted.sessionId, status: 'cancelled' }],
})
