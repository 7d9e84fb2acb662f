import { z } from 'zod'
import { sectionOf } from '../../../../../kernel/config/section.ts'
import { defineLane } from '../../../../../kernel/consume/lanes.ts'
import { type ModelAlias, modelAliases, providerOf } from '../../../../../kernel/llm/aliases.ts'
import { defineRun, defineStep, SkippedItem, type StepContext } from '../../../../../kernel/runs/define-run.ts'
import { itemsOf } from '../../../../../kernel/runs/read-items.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import { askForCaption, askForTags } from './ask-for-tags.ts'
import { type Post, type Tagged, type TaggingInput, taggedSchema, taggingInput, taggingResult } from './post.ts'
import { seenPictures } from './seen-pictures.ts'
import { taggingSection } from './tagging-section.ts'
import { readVocabulary, tagsByKeywords, tagsByVocabulary } from './tags-in-words.ts'

const MINUTE = 60_000
const PAGE = 100
const EMBEDDED_NOTE =
  'No model is configured: tags are those of the vocabulary whose words stand in the post or, without a vocabulary, its keywords.'

type Needs = 'llm' | 'config' | 'database' | 'blobs' | 'clock'
type Context = StepContext<TaggingInput, Needs>

/** The alias where a model stands behind it; undefined where the embedded answerer does. */
function modelBehind({ ports: { llm, config } }: Pick<Context, 'ports'>, name: string): ModelAlias | undefined {
  const alias = modelAliases(config, llm).find((one) => one.alias === name)
  if (!alias) throw new WorkError('unknown_model', `tagging names the model alias ${name}, which config.yaml has not`)
  return providerOf(llm, name) === 'embedded' ? undefined : alias
}

function vocabularyOf({ ports: { config } }: Pick<Context, 'ports'>, { tenantId }: Post): readonly string[] {
  const { vocabulary, tenants } = sectionOf(config, taggingSection)
  const own = tenantId !== undefined && Object.hasOwn(tenants, tenantId) ? tenants[tenantId] : undefined
  return own?.vocabulary.length ? own.vocabulary : vocabulary
}

/** What the pictures show, where that was asked for and there is a model that sees; else why there is nothing of it. */
async function captionOf(ctx: Context, post: Post, item: number, pictures: Awaited<ReturnType<typeof seenPictures>>) {
  const { generateCaption } = ctx.input.options
  if (!generateCaption || pictures.parts.length === 0) return {}
  const alias = modelBehind(ctx, sectionOf(ctx.ports.config, taggingSection).caption_model)
  if (!alias?.supports_multimodal) return { reason: 'no caption: no model that reads pictures is configured' }
  const asking = { llm: ctx.ports.llm, alias, signal: ctx.signal }
  return { caption: await ctx.once(`caption/${item}`, z.string(), () => askForCaption(asking, post, pictures.parts)) }
}

async function tagged(ctx: Context, item: number): Promise<Tagged | SkippedItem> {
  const post = ctx.input.posts[item]!
  const { maxTagsPerPost: most } = ctx.input.options
  const text = post.text?.trim() ?? ''
  const skipped = (reason: string) => new SkippedItem({ postId: post.postId, status: 'skipped', tags: [], reason } satisfies Tagged)
  const pictures = await seenPictures(post)
  if (text === '' && pictures.parts.length === 0) return skipped(pictures.left ?? 'the post has neither text nor a picture')
  const alias = modelBehind(ctx, sectionOf(ctx.ports.config, taggingSection).model)
  const entries = vocabularyOf(ctx, post)
  const vocabulary = readVocabulary(entries)
  if (!alias) {
    if (text === '') return skipped('the post has no text, and no model that reads pictures is configured')
    const tags = vocabulary.length > 0 ? tagsByVocabulary(text, vocabulary, most) : tagsByKeywords(text, most)
    return {
      postId: post.postId,
      status: 'tagged',
      tags,
      method: 'embedded',
      ...(ctx.input.options.generateCaption && pictures.parts.length > 0
        ? { reason: 'no caption: no model that reads pictures is configured' }
        : {}),
    }
  }
  const { caption, reason = pictures.left } = await captionOf(ctx, post, item, pictures)
  const shown = caption === undefined && alias.supports_multimodal ? pictures.parts : []
  if (text === '' && caption === undefined && shown.length === 0)
    return skipped('the post has no text, and its model does not read pictures')
  const asking = { llm: ctx.ports.llm, alias, signal: ctx.signal }
  const tags = await ctx.once(`tags/${item}`, z.array(z.string()), () =>
    askForTags(asking, { post, caption, pictures: shown }, { vocabulary: vocabulary.map(({ tag }) => tag), most }),
  )
  return { postId: post.postId, status: 'tagged', tags, method: 'model', ...(caption ? { caption } : {}), ...(reason ? { reason } : {}) }
}

const tag = defineStep<TaggingInput, Needs>({
  name: 'tag',
  needs: ['llm', 'config', 'database', 'blobs', 'clock'],
  retry: { attempts: 3, baseMs: 500, capMs: 30_000 },
  timeoutMs: 3 * MINUTE,
  lane: defineLane('tagging', 8),
  onFail: 'go-on',
  items: ({ input }) => input.posts.length,
  handle: tagged,
})

const collect = defineStep<TaggingInput, Needs>({
  name: 'collect',
  needs: ['llm', 'config', 'database', 'blobs', 'clock'],
  retry: { attempts: 3, baseMs: 500, capMs: 10_000 },
  timeoutMs: 5 * MINUTE,
  onFail: 'end',
  async handle(ctx) {
    const found: Tagged[] = ctx.input.posts.map(({ postId }) => ({ postId, status: 'failed', tags: [] }))
    for await (const { item, artifact } of ctx.artifacts('tag', taggedSchema)) found[item] = artifact
    for (let skip = 0; ; skip += PAGE) {
      const { items } = await itemsOf(ctx.ports, ctx.run.id, { step: 'tag', status: 'failed' }, { skip, top: PAGE })
      for (const { item, error } of items) if (error) found[item] = { ...found[item]!, reason: error.message }
      if (items.length < PAGE) break
    }
    const embedded =
      found.some(({ method }) => method === 'embedded') ||
      (found.every(({ method }) => !method) && !modelBehind(ctx, sectionOf(ctx.ports.config, taggingSection).model))
    return { suggestions: found, method: embedded ? 'embedded' : 'model', ...(embedded ? { note: EMBEDDED_NOTE } : {}) }
  },
})

/** Posts in, tags for each out; one that fails takes no other with it. */
export const taggingRun = defineRun({
  kind: 'tagging',
  words: { kind: 'Tags for posts', steps: { tag: 'Tag the posts', collect: 'Collect the tags' } },
  input: taggingInput,
  result: taggingResult,
  steps: [tag, collect],
  deadlineMs: 12 * 60 * MINUTE,
  keepMs: 30 * 24 * 60 * MINUTE,
  title: ({ posts }) => (posts.length === 1 ? `Tags for the post ${posts[0]?.postId}` : `Tags for ${posts.length} posts`),
})
