import { z } from 'zod'

const MOST_POSTS = 10_000
/** Characters of one post that are read. */
export const MOST_TEXT = 20_000

const mediumSchema = z.object({
  type: z.string().max(100).describe('`image` is looked at; others are not.'),
  url: z.string().max(4_000),
})
export type Medium = z.output<typeof mediumSchema>

const postSchema = z.object({
  postId: z.string().min(1).max(200),
  tenantId: z.string().max(200).optional().describe('Whose vocabulary holds.'),
  university: z.object({ id: z.string().max(200).optional(), name: z.string().max(500).optional() }).nullish(),
  text: z.string().max(MOST_TEXT).nullish(),
  media: z.array(mediumSchema).max(20).nullish(),
})
export type Post = z.output<typeof postSchema>

/** A retry names posts by their ids, so each may stand in a run once. */
function eachOnce(posts: readonly Post[], ctx: z.RefinementCtx): void {
  const first = new Map<string, number>()
  for (const [i, { postId }] of posts.entries()) {
    const before = first.get(postId)
    if (before === undefined) first.set(postId, i)
    else
      ctx.addIssue({
        code: 'custom',
        path: [i, 'postId'],
        message: `posts[${i}].postId is also the id of posts[${before}]; give each post of a run its own`,
      })
  }
}

export const taggingInput = z
  .object({
    posts: z.array(postSchema).min(1).max(MOST_POSTS).superRefine(eachOnce),
    options: z
      .object({
        maxTagsPerPost: z.int().min(1).max(50).default(5),
        generateCaption: z.boolean().default(false).describe('Has the pictures described by a multimodal model first.'),
      })
      .prefault({}),
  })
  .meta({
    id: 'TaggingRequest',
    description: 'Posts that want tags.',
    examples: [
      {
        posts: [
          {
            postId: 'post-1',
            tenantId: 'north',
            university: { id: 'u1', name: 'North University' },
            text: 'Move-in day is Friday. Residence halls open at eight.',
            media: [{ type: 'image', url: 'https://images.example.org/hall.jpg' }],
          },
        ],
        options: { maxTagsPerPost: 3, generateCaption: false },
      },
    ],
  })
export type TaggingInput = z.output<typeof taggingInput>

export const taggedSchema = z.object({
  postId: z.string(),
  status: z.enum(['tagged', 'skipped', 'failed']),
  tags: z.array(z.string()),
  caption: z.string().optional(),
  method: z.enum(['model', 'embedded']).optional().describe('embedded: by the words of the vocabulary and of the post, without a model.'),
  reason: z.string().optional().describe('Why it was skipped, failed, or lacks something.'),
})
export type Tagged = z.output<typeof taggedSchema>

export const taggingResult = z
  .object({
    suggestions: z.array(taggedSchema).describe('In the order of the posts.'),
    method: z.enum(['model', 'embedded']),
    note: z.string().optional().describe('What the tags rest on where no model chose them.'),
  })
  .meta({
    id: 'TaggingSuggestions',
    description: 'Tags for each post.',
    examples: [{ suggestions: [{ postId: 'post-1', status: 'tagged', tags: ['Housing', 'Move-in'], method: 'model' }], method: 'model' }],
  })
