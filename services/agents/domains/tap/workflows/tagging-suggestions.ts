import { defineWorkflow } from '../../../../../kernel/agents/define-workflow.ts'
import { taggingRun } from '../tagging/tagging-run.ts'

/** Suggests tags for posts, from the vocabulary of their tenant. */
export const taggingSuggestions = defineWorkflow({
  id: 'tap-tagging-suggestions',
  domain: 'tap',
  slug: 'tagging-suggestions',
  title: 'Tagging suggestions',
  description:
    'Suggests tags for up to 10,000 posts from their text and images, using the vocabulary of the tenant if it has one. Captions are optional.',
  run: taggingRun,
  message: ({ posts }) => `Tagging ${posts.length === 1 ? 'one post' : `${posts.length} posts`}.`,
  counted: { step: 'tag', ids: ({ posts }) => posts.map(({ postId }) => postId) },
  body: { bytes: 32_000_000, keys: 400_000 },
})
