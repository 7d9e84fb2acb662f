import type { ContentPart } from '../../../../../kernel/llm/llm.ts'
import { publicUrl } from '../../../../../kernel/net/public-address.ts'
import { leadsToPublic } from '../../../../../kernel/net/public-lookup.ts'
import type { Post } from './post.ts'

const MOST_PICTURES = 4

/** The pictures of a post for a model, which fetches them itself; and what was left out, in words. */
export async function seenPictures({ media }: Pick<Post, 'media'>): Promise<{ parts: ContentPart[]; left: string | undefined }> {
  const pictures = (media ?? []).filter(({ type }) => /^(image|photo|picture)\b/i.test(type))
  const parts: ContentPart[] = []
  let left: string | undefined
  for (const [i, { url }] of pictures.entries()) {
    const read = publicUrl(url)
    const problem = 'problem' in read ? read.problem : (await leadsToPublic(read.url)) ? undefined : 'must not lead into a private network'
    if (problem !== undefined) left ??= `picture ${i + 1}: its url ${problem}`
    else if (parts.length === MOST_PICTURES) left ??= `only the first ${MOST_PICTURES} pictures were looked at`
    else if ('url' in read) parts.push({ type: 'image_url', image_url: { url: read.url.href } })
  }
  return { parts, left }
}
