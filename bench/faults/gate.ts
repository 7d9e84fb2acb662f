import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningKafka } from '../../scripts/kafka/broker.ts'
import { type Fleet, startFleet } from '../../tests/support/fleet.ts'
import { ownInstallation } from '../../tests/support/own-database.ts'
import type { OwnPostgres } from '../../tests/support/services/postgres.ts'

/** What a gate measured, by what it is; counts and seconds. */
export type Figures = Readonly<Record<string, number>>

/** A fault that the product is held against. */
export interface Gate {
  readonly name: string
  readonly fault: string
  /** What has to hold, in words. */
  readonly bar: string
  /** The same, of what was measured. */
  readonly held: (figures: Figures) => boolean
  /** Needs Kafka and PostgreSQL; else it runs on the embedded parts, unless they are asked for. */
  readonly services?: true
  readonly run: (stage: Stage) => Promise<Figures>
}

export interface Services {
  readonly kafka: RunningKafka
  readonly postgres: OwnPostgres
}

/** What a gate runs on. */
export interface Stage {
  readonly seed: number
  /** Share of the full size, for a quick look. */
  readonly scale: number
  /** Absent on the embedded parts. */
  readonly services?: Services
}

/** One installation in a folder of its own, gone afterwards: a process with everything, or these roles on Kafka and PostgreSQL. */
export async function onInstallation<T>(
  { services }: Stage,
  roles: readonly (readonly string[])[],
  settings: Readonly<Record<string, string>>,
  use: (fleet: Fleet, env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-faults-'))
  const own = services ? await ownInstallation(services.kafka.brokers, services.postgres.url) : {}
  const env = { DATA_DIR: dir, ...own, ...settings }
  const fleet = await startFleet(env, services ? roles : [[]])
  try {
    return await use(fleet, env)
  } catch (error) {
    console.error(fleet.output())
    throw error
  } finally {
    await fleet.kill()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Whether all of these are 0. */
export const none = (figures: Figures, ...names: readonly string[]): boolean => names.every((name) => figures[name] === 0)
