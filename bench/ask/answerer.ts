import { readFile } from 'node:fs/promises'
import { parse as parseYaml } from 'yaml'
import { limitedSearch } from '../../kernel/access/limited-search.ts'
import { platformLimits } from '../../kernel/access/limits.ts'
import { parseConfig } from '../../kernel/config/config.ts'
import { sectionOf } from '../../kernel/config/section.ts'
import { hashingEmbedder } from '../../kernel/embed/hashing.ts'
import { extractiveLlm } from '../../kernel/llm/extractive/extractive.ts'
import { builtInPrompts } from '../../kernel/prompts/prompt-source.ts'
import { createLogger } from '../../kernel/runtime/log.ts'
import { defaultIndexSpec } from '../../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../../kernel/search/embedded/open-embedded-search.ts'
import type { IndexedChunk } from '../../kernel/search/search.ts'
import { createTemplates } from '../../kernel/templates/jinja.ts'
import type { ChatDeps } from '../../services/chat/prepare/prepare-turn.ts'
import { configSchema } from '../../services/config-schema.ts'
import { chunkingSection } from '../../services/documents/chunk/chunking-section.ts'

/** The embedded index in a folder and the chat on it without a model, configured as the product is. */
export async function openAnswerer(dir: string) {
  const log = createLogger('ERROR')
  const config = parseConfig(parseYaml(await readFile(new URL('../../config.yaml', import.meta.url), 'utf8')), configSchema)
  const search = await openEmbeddedSearch({ dir, log })
  const templates = createTemplates()
  const embedder = hashingEmbedder()
  const index = config.indexes.aliases[config.indexes.default]!
  const limited = limitedSearch(search, platformLimits)
  const prompts: ChatDeps['prompts'] = { current: async (type) => builtInPrompts[type], file: () => Promise.reject(new Error('no files')) }
  const deps: ChatDeps = { ports: { search: limited, embedder, templates, config, llm: extractiveLlm() }, prompts, log }
  return {
    ...{ search, limited, embedder, index, deps, chunking: sectionOf(config, chunkingSection) },
    createIndex: () => search.createIndex(defaultIndexSpec(index, embedder.dimensions)),
    async close() {
      await templates.close()
      await search.close()
    },
  }
}

export async function* oneBatch(chunks: IndexedChunk[]): AsyncIterable<IndexedChunk[]> {
  yield chunks
}
