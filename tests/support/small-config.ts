import { configSchemaOf, parseConfig } from '../../kernel/config/config.ts'
import type { Service } from '../../kernel/service.ts'

/** A config.yaml that sets little: one model, one index, small chunks and files. */
export const smallConfig = (services: readonly Service[]) =>
  parseConfig(
    {
      llms: { defaults: { params: {} }, models: { default: { model: 'm' } } },
      indexes: { default: 'default', aliases: { default: 'documents' } },
      chunking: { max_tokens: 50, overlap_tokens: 0 },
      retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 0.5 } },
      parsing: { timeout_ms: 50_000, memory_mb: 900, max_inflated_mb: 100, max_compression_ratio: 100, max_archive_entries: 1000 },
      upload: { max_file_size_mb: 1 },
    },
    configSchemaOf(services.flatMap((s) => s.config ?? [])),
  )
