import { z } from 'zod'
import { defineAgent } from '../../../../../kernel/agents/define-agent.ts'
import { READING } from '../../../../../kernel/agents/read-documents.ts'

export const postTagger = defineAgent({
  id: 'tap-post-tagger',
  domain: 'tap',
  slug: 'post-tagger',
  title: 'Post tagger',
  description: 'Suggests tags for a university post from its text and images.',
  prompt: `You suggest tags for posts of universities. Read the text and the images of the post; give at most five tags, the most telling one first: short, lower-case, without #. Tag what the post is about, not how it is written. For a post without content give none, and say so.`,
  tools: [...READING],
  output: z.object({ tags: z.array(z.string().max(60)).max(20), reason: z.string().max(2_000) }),
})
