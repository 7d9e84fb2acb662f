import { z } from 'zod'
import { defineSection } from '../../kernel/config/section.ts'

/** What the server keeps of conversations with the documents. The oldest gives way. */
const conversations = z.object({
  keep_days: z.number().min(0.001).max(3650).describe('Days after its last question that a conversation is kept.').default(90),
  max_conversations: z.int().min(1).max(10_000).describe('Conversations of one person that are kept; the oldest give way.').default(200),
  max_questions: z.int().min(1).max(5000).describe('Questions of one conversation that are kept; the oldest give way.').default(500),
  max_mb_per_caller: z
    .number()
    .min(1)
    .describe("Megabytes of one caller's conversations (the token's subject, else the key, else everyone); the oldest give way.")
    .default(100),
})

/** What belongs to chats alone. */
export const chatSection = defineSection({ name: 'chat', schema: z.object({ conversations: conversations.prefault({}) }) })
