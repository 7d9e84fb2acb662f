import { z } from 'zod'

const at = '2026-03-12T09:30:00.000Z'
const status = z.enum(['healthy', 'degraded', 'unhealthy'])

export const uploadConfigSchema = z
  .object({
    worker: z.object({ endpoint: z.string(), stages: z.array(z.object({ group: z.string(), topic: z.string() })) }),
    trigger: z.object({ http_trigger_enabled: z.boolean(), mode: z.enum(['http', 'event_notification']) }),
    timeouts: z.object({ sync_timeout_ms: z.int(), parse_timeout_ms: z.int() }),
    limits: z.object({ max_file_size_mb: z.number() }),
    debug: z.object({ log_level: z.string(), local_storage: z.boolean() }),
  })
  .meta({
    id: 'UploadConfig',
    description: 'The stages that an upload passes, what starts them, and the limits.',
    examples: [
      {
        worker: { endpoint: 'topic:document.received', stages: [{ group: 'parse', topic: 'document.received' }] },
        trigger: { http_trigger_enabled: true, mode: 'http' },
        timeouts: { sync_timeout_ms: 60000, parse_timeout_ms: 50000 },
        limits: { max_file_size_mb: 100 },
        debug: { log_level: 'INFO', local_storage: true },
      },
    ],
  })

export const mappingsSchema = z.array(
  z
    .object({
      extension: z.string().describe('`*` stands for every other one.'),
      container: z.string(),
      directory: z.string(),
      example_url: z.string().describe('`blob:` with container and path, or the address in the cloud.'),
      container_exists: z.boolean(),
      readable: z.boolean().describe('Whether a reader finds text in such files.'),
    })
    .meta({
      id: 'UploadMapping',
      description: 'Where files of one extension are stored.',
      examples: [
        {
          extension: '.pdf',
          container: 'documents',
          directory: 'pdf/raw',
          example_url: 'blob:documents/pdf/raw/example.pdf',
          container_exists: true,
          readable: true,
        },
      ],
    }),
)

export const uploadHealthSchema = z
  .object({ status, timestamp: z.string() })
  .meta({ id: 'UploadHealth', description: 'Whether uploads are accepted.', examples: [{ status: 'healthy', timestamp: at }] })

export const workerHealthSchema = z
  .object({
    status,
    timestamp: z.string(),
    dependencies: z.record(z.string(), z.object({ status: status.exclude(['degraded']), responseTimeMs: z.number() })),
    stages: z.record(
      z.string(),
      z.object({
        topic: z.string(),
        waiting: z.int().nullable().describe('Records that are not finished yet; null where the log does not tell.'),
      }),
    ),
  })
  .meta({
    id: 'WorkerHealth',
    description: 'What the stages lean on, and what waits in front of each.',
    examples: [
      {
        status: 'healthy',
        timestamp: at,
        dependencies: { broker: { status: 'healthy', responseTimeMs: 1 } },
        stages: { parse: { topic: 'document.received', waiting: 3 } },
      },
    ],
  })

export const testCloudSchema = z
  .object({
    status: z.enum(['connected', 'failed']),
    kind: z.string(),
    container: z.string(),
    latency_ms: z.number(),
    diagnosis: z.string().optional().describe('Why it failed.'),
  })
  .meta({
    id: 'StorageTest',
    description: 'Whether the blob store responds.',
    examples: [{ status: 'connected', kind: 'filesystem', container: 'documents', latency_ms: 1 }],
  })
