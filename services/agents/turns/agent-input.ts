import { z } from 'zod'
import { issuesInWords, issuesOf } from '../../../kernel/agents/call-tool.ts'
import type { ChatMessage, ContentPart } from '../../../kernel/llm/llm.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'

const MOST_MESSAGES = 500
const MOST_PARTS = 100
const MOST_IMAGES = 20
const MOST_TEXT = 400_000
/** Of one inline image, as the interface of multimodal chat has it. */
const MOST_IMAGE = 7_000_000

const text = z.string().max(MOST_TEXT)
const partSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('image'), image: z.string().describe('An https address, or a data: URL of an image.') }),
])
const messageSchema = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.union([text, z.array(partSchema).min(1).max(MOST_PARTS)]),
})

/** What an agent is asked, in any one of three forms. */
export const agentInputSchema = z
  .object({
    messages: z.array(messageSchema).min(1).max(MOST_MESSAGES).optional().describe('The conversation, the newest message last.'),
    prompt: text.min(1).optional().describe('One message of the user.'),
    message: text.min(1).optional().describe('The same as prompt.'),
  })
  .meta({ id: 'AgentInput', description: 'One of messages, prompt and message.', examples: [{ prompt: 'Which hotel rates hold abroad?' }] })

/** The messages of a request. ApiError invalid_request for anything but exactly one of the forms, payload_too_large for a large image. */
export function readAgentInput(body: unknown): readonly ChatMessage[] {
  const parsed = agentInputSchema.safeParse(body ?? {})
  if (!parsed.success) {
    const issues = issuesOf(parsed.error, body)
    throw new ApiError('invalid_request', issuesInWords(issues), { details: { issues } })
  }
  const { messages, prompt, message } = parsed.data
  if ([messages, prompt, message].filter((form) => form !== undefined).length !== 1)
    throw new ApiError('invalid_request', 'send exactly one of messages (a list), prompt and message (texts)', {
      details: { field: 'messages' },
    })
  const said: readonly ChatMessage[] = messages ? messages.map(chatMessage) : [{ role: 'user', content: prompt ?? message ?? '' }]
  if (!said.some(({ role, content }) => role === 'user' && (typeof content !== 'string' || content.trim() !== '')))
    throw new ApiError('invalid_request', 'messages: at least one message of the user with a text or an image is needed', {
      details: { field: 'messages' },
    })
  if (said.reduce((sum, one) => sum + imagesOf(one).length, 0) > MOST_IMAGES)
    throw new ApiError('invalid_request', `messages: at most ${MOST_IMAGES} images`, { details: { field: 'messages' } })
  return said
}

function chatMessage({ role, content }: z.output<typeof messageSchema>, at: number): ChatMessage {
  if (typeof content === 'string') return { role, content }
  return { role, content: content.map((part, i) => contentPart(part, `messages.${at}.content.${i}.image`)) }
}

function contentPart(part: z.output<typeof partSchema>, field: string): ContentPart {
  if (part.type === 'text') return part
  const { image: url } = part
  if (url.length > MOST_IMAGE) throw new ApiError('payload_too_large', `${field}: an inline image may have 5 MB`, { details: { field } })
  if (!/^data:image\/[\w.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/.test(url) && !(URL.canParse(url) && new URL(url).protocol === 'https:'))
    throw new ApiError('invalid_request', `${field}: an https address or a data:image/…;base64 URL is needed`, { details: { field } })
  return { type: 'image_url', image_url: { url } }
}

const imagesOf = ({ content }: ChatMessage): readonly ContentPart[] =>
  typeof content === 'string' ? [] : content.filter((part) => part.type === 'image_url')

export const hasImages = (messages: readonly ChatMessage[]): boolean => messages.some((message) => imagesOf(message).length > 0)

/** What of a message is text; a picture is named in its place. */
export const textOf = ({ content }: ChatMessage): string =>
  typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '[a picture]')).join('\n')

/** The last words of the user. */
export const questionOf = (messages: readonly ChatMessage[]): string => {
  const last = messages.findLast(({ role }) => role === 'user')
  return last ? textOf(last) : ''
}
