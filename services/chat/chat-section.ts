import { z } from 'zod'
import { defineSection } from '../../kernel/config/section.ts'

/** What the server keeps of conversations with the documents. The oldest gives way. */
const conversations = z.object({
  keep_days: z.number().min(0.001).max(3650).describe('Days for which a conversation is kept after its last question.').default(90),
  max_conversations: z
    .int()
    .min(1)
    .max(10_000)
    .describe('Maximum number of conversations per person. The oldest are deleted first.')
    .default(200),
  max_questions: z
    .int()
    .min(1)
    .max(5000)
    .describe('Maximum number of questions per conversation. The oldest are deleted first.')
    .default(500),
  max_mb_per_caller: z
    .number()
    .min(1)
    .describe(
      "Maximum size of one caller's conversations, in megabytes. A caller is the token's subject, otherwise the key, otherwise all callers together. The oldest are deleted first.",
    )
    .default(100),
})

/** What belongs to chats alone. */
export const chatSection = defineSection({ name: 'chat', schema: z.object({ conversations: conversations.prefault({}) }) })
