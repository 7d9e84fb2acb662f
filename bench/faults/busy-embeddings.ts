import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddings } from './embeddings-double.ts'
import { type Gate, none, onInstallation, type Stage } from './gate.ts'
import { startUploads } from './upload-load.ts'

const STORM_MS = 120_000
const BEFORE_MS = 3_000
/** Of each of four senders: 5 documents a second. */
const EVERY_MS = 800

/** Documents come in while the endpoint of the embeddings answers 429 for two minutes. */
const storm = (headers: Record<string, string>) => async (stage: Stage) => {
  let busy = false
  const endpoint = await startEmbeddings(() => (busy ? { status: 429, headers } : undefined))
  try {
    return await onInstallation(
      stage,
      [
        ['edge', 'projector'],
        ['parse', 'chunk', 'embed', 'index'],
      ],
      endpoint.settings,
      async (fleet) => {
        const uploads = startUploads(fleet.url, { prefix: `storm-${stage.seed}`, everyMs: EVERY_MS })
        await delay(BEFORE_MS)
        busy = true
        await delay(STORM_MS * stage.scale)
        await uploads.stop()
        busy = false
        const over = performance.now()
        const documents = await uploads.judge()
        const needed = endpoint.calls(200)
        return {
          ...documents,
          'calls refused': endpoint.calls(429),
          'calls needed': needed,
          'calls / needed': (needed + endpoint.calls(429)) / needed,
          'all searchable after, s': (performance.now() - over) / 1000,
        }
      },
    )
  } finally {
    await endpoint.close()
  }
}

const common = {
  bar: 'calls at most 1.5 × those without it; every document is searchable',
  held: (figures: Parameters<Gate['held']>[0]) => none(figures, 'lost', 'duplicate', 'stuck') && Number(figures['calls / needed']) <= 1.5,
}

export const busyEmbeddingsGates: readonly Gate[] = [
  {
    ...{ name: 'embeddings-429', fault: 'embeddings answer 429 with Retry-After: 5 for two minutes', ...common },
    run: storm({ 'retry-after': '5' }),
  },
  { ...{ name: 'embeddings-429-bare', fault: 'embeddings answer 429 without Retry-After for two minutes', ...common }, run: storm({}) },
]
