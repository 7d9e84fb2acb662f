import { diskSpace } from './blobs/room.ts'
import { DEFAULT_ALIAS, modelAlias, modelNameOf } from './llm/aliases.ts'
import type { Ports } from './ports.ts'
import type { Clock } from './runtime/clock.ts'
import type { Env } from './runtime/env.ts'
import type { Dependency } from './runtime/health.ts'
import { offWords, TOLD_MS } from './store/shared-clock.ts'

/** What a process without an edge cannot work without; the rest its consumers wait for. */
export const workerDependencies = (ports: Pick<Ports, 'broker' | 'database'>): readonly Dependency[] => [
  { name: 'broker', required: true, check: () => ports.broker.ping() },
  { name: 'database', required: true, check: () => ports.database.ping() },
]

/** Of a process that goes by the database's time: what else goes by the machine's, tokens and signatures, goes wrong where that is off. */
export const machineClock = ({ aheadMs }: Clock): readonly Dependency[] =>
  aheadMs
    ? [
        {
          name: 'clock',
          required: false,
          async check() {
            if (Math.abs(aheadMs()) > TOLD_MS) throw new Error(offWords(aheadMs()))
          },
          detail: (right) => (right ? undefined : offWords(aheadMs())),
        },
      ]
    : []

/** The dependencies of the ports. The model is not required: without it chat falls back and documents still flow. */
export function dependenciesOf(
  ports: Pick<Ports, 'broker' | 'database' | 'blobs' | 'llm' | 'config'> & { readonly search: Pick<Ports['search'], 'ping' | 'opening'> },
): readonly Dependency[] {
  return [
    ...workerDependencies(ports),
    { name: 'storage', required: true, check: () => ports.blobs.ping() },
    { name: 'search_index', required: true, check: () => ports.search.ping(), detail: () => openingOf(ports.search) },
    ...(ports.blobs.room ? [diskSpace(ports.blobs, ports.config)] : []),
    {
      name: 'ai_services',
      required: false,
      check: (signal) => ports.llm.check(DEFAULT_ALIAS, { deep: false, signal, alias: DEFAULT_ALIAS }),
      detail: (answers) => answererOf(ports, answers),
    },
  ]
}

function openingOf({ opening }: Pick<Ports['search'], 'opening'>): string | undefined {
  const count = opening?.() ?? 0
  return count === 0
    ? undefined
    : `${count} ${count === 1 ? 'index is' : 'indexes are'} still being opened: searches of them are told to come again`
}

/** Who answers questions now. */
function answererOf({ config, llm }: Pick<Ports, 'config' | 'llm'>, answers: boolean): string {
  const model = modelAlias(config, llm, DEFAULT_ALIAS)
  if (model.provider === 'embedded') return 'embedded, no model'
  return answers ? `${modelNameOf(model)} answers` : `down: ${modelNameOf(model)} does not answer`
}

/** What services ask for beside the ports before an edge may take their requests. */
export const dependenciesOfServices = (
  services: readonly { readonly dependencies?: (ports: Ports, env: Env, groups: readonly Group[]) => readonly Dependency[] }[],
  ports: Ports,
  env: Env,
  groups: readonly Group[],
): readonly Dependency[] => services.flatMap((service) => service.dependencies?.(ports, env, groups) ?? [])

/** A consumer group, in whichever process it runs. */
interface Group {
  readonly name: string
  readonly topics: readonly string[]
}
