import { artifactFolder } from '../../../kernel/blobs/artifacts.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { type Ended, endedFiles, noteSwept } from './ended-generations.ts'
import { retentionSection } from './retention-section.ts'

const DAY = 24 * 60 * 60 * 1000
const PAGE = 100
const LOOK_EVERY_MS = 60_000

export type SweepPorts = Pick<Ports, 'blobs' | 'clock' | 'config' | 'database'>

const at = (time: number): string => new Date(time).toISOString()

/** What ended before this is not kept any more. */
const dueBefore = ({ clock, config }: SweepPorts): string => at(clock.now() - sectionOf(config, retentionSection).generations * DAY)

/** May be done by several at once, and again. */
async function sweep({ blobs, clock, database }: Omit<SweepPorts, 'config'>, { upload_id, blob, ...generation }: Ended): Promise<void> {
  if (blob !== null) await blobs.remove(blob)
  await blobs.removeFolder(artifactFolder(generation))
  await noteSwept(database, upload_id, at(clock.now()))
}

/** Removes the files of what ended longer ago than `retention.generations`; of these uploads alone where they are named. */
export async function sweepDue(ports: SweepPorts, uploads?: readonly string[]): Promise<number> {
  if (uploads?.length === 0) return 0
  for (let swept = 0; ; ) {
    const due = await endedFiles(ports.database, { until: dueBefore(ports), limit: PAGE, ...(uploads ? { uploads } : {}) })
    for (const ended of due) await sweep(ports, ended)
    swept += due.length
    if (due.length < PAGE) return swept
  }
}

/** Lets what is kept give way, the oldest first, until so many bytes are free or nothing is left; whether anything went. */
export async function giveWay(ports: Omit<SweepPorts, 'config'>, bytes: number, owner?: string): Promise<boolean> {
  for (let freed = 0; freed < bytes; ) {
    const oldest = await endedFiles(ports.database, { owner, limit: PAGE })
    if (oldest.length === 0) return freed > 0
    for (const ended of oldest) {
      if (freed >= bytes) break
      await sweep(ports, ended)
      // Artifacts count for nothing here, and take room all the same.
      freed += Math.max(1, Number(ended.bytes))
    }
  }
  return true
}

/** Sweeps from time to time for as long as the app is open. */
export function keepSweepingEnded(app: App, { ports, log }: EdgeContext): void {
  const look = () =>
    void sweepDue(ports).catch((error) => log.debug({ error: messageOf(error) }, 'files of ended generations stay for now'))
  const timer = setInterval(look, LOOK_EVERY_MS)
  app.addHook('preClose', async () => clearInterval(timer))
}
