import { z } from 'zod'

/** A question about one report, as pages and the widget ask it. */
export const reviewRequestSchema = z
  .object({
    reportId: z.uuid().describe('The report that it is about.'),
    message: z.string().trim().min(1).max(8000),
    userId: z.string().trim().min(1).max(200).describe('Who asks, as the page knows them; their conversations are kept apart.'),
    sessionId: z.string().min(1).max(200),
    lang: z.string().max(35).optional().describe('Language of the page (`en`, `de`, `es`), for a question that does not show its own.'),
    conversationId: z.uuid().optional().describe('Of the conversation that goes on; absent: a new one.'),
  })
  .meta({
    id: 'CostReportQuestion',
    examples: [
      {
        reportId: '3f0a5c0e-5f1b-4a57-9d33-0a6f2b1c7d10',
        message: 'Which findings are errors?',
        userId: 'user-1',
        sessionId: '7a0c6a50-2f0f-4f5c-8a53-0d3a1f5b6c11',
      },
    ],
  })
export type ReviewRequest = z.output<typeof reviewRequestSchema>

/** Events of the stream, in their order: `metadata` first, `done` last. */
export const reviewEvents = {
  metadata: {
    description: 'The first event: which conversation this is.',
    data: z.object({
      conversationId: z.uuid(),
      turnNumber: z.int().describe('Of the question in its conversation, from 1.'),
      isNewConversation: z.boolean(),
      conversationExpired: z.boolean().describe('The one that was named had ended; this one has a new id.'),
    }),
  },
  'tool-start': {
    description: 'Something is looked up.',
    data: z.object({ toolCallId: z.string(), toolName: z.string(), displayName: z.string() }),
  },
  'tool-result': {
    description: 'It was looked up, or could not be.',
    data: z.object({ toolCallId: z.string(), toolName: z.string(), success: z.boolean(), summary: z.string() }),
  },
  delta: {
    description: 'A piece of the answer: whole sentences, whose figures stand in what was looked up.',
    data: z.object({ content: z.string() }),
  },
  usage: { description: 'What the answer took.', data: z.object({ promptTokens: z.int(), completionTokens: z.int() }) },
  error: { description: 'Why there is no answer; `done` with `success: false` follows.', data: z.object({ message: z.string() }) },
  done: { description: 'The last event.', data: z.object({ success: z.boolean() }) },
}
