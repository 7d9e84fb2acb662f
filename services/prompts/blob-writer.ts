import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { ConditionalBlobs } from '../../kernel/blobs/conditional.ts'
import { PROMPTS_CHANGED, type PromptBlobs, promptBlobPath } from '../../kernel/prompts/prompt-blobs.ts'
import { MANIFEST } from '../../kernel/prompts/prompt-root.ts'
import type { Database } from '../../kernel/store/database.ts'
import type { PromptWriter } from './store.ts'

/** Prompts in the blob store: a file is only ever created, and the manifest replaced while it has the ETag that was read. */
export function blobWriter(
  reader: PromptBlobs,
  blobs: Pick<Blobs, 'remove'> & { conditional: ConditionalBlobs },
  database: Database,
): PromptWriter {
  const { conditional } = blobs
  const put = async (path: string, text: string) =>
    (await conditional.write(promptBlobPath(path), Buffer.from(text), undefined)) !== undefined
  return {
    reader,
    async latest() {
      const { manifest, etag } = await reader.latest()
      return { manifest, mark: etag }
    },
    put,
    copy: async (from, to) => put(to, await reader.read(from)),
    async replaceManifest(manifest, mark) {
      const json = `${JSON.stringify(manifest, undefined, 2)}\n`
      if ((await conditional.write(promptBlobPath(MANIFEST), Buffer.from(json), mark)) !== undefined) return true
      // a request that the client repeated may have been carried out the first time
      return JSON.stringify((await reader.latest()).manifest) === JSON.stringify(manifest)
    },
    remove: (path) => blobs.remove(promptBlobPath(path)),
    announce: () => database.announce(PROMPTS_CHANGED),
  }
}
