import { defineConsumer } from '../../../kernel/consume/define-consumer.ts'
import { runEnded } from '../../../schemas/run.ts'
import { settle } from './control.ts'
import { findRebuild } from './rebuild-row.ts'
import { rebuildRun } from './run.ts'

/** Takes away what a rebuild had built that ended before it was whole. */
export const tidyRebuilds = defineConsumer({
  name: 'tidy-rebuilds',
  runs: 'worker',
  on: [runEnded],
  emits: [],
  needs: ['blobs', 'builds', 'clock', 'config', 'database', 'embedder'],
  retry: { attempts: 30, baseMs: 500, capMs: 60_000 },
  timeoutMs: 300_000,
  async handle({ ports, log }, { payload: { kind, run_id } }) {
    const rebuild = kind === rebuildRun.kind ? await findRebuild(ports.database, run_id) : undefined
    if (rebuild && ports.builds) await settle({ ports, log }, rebuild)
    return []
  },
})
