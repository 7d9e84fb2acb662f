import { pino } from 'pino'
import { readAs } from '../../kernel/access/read-as.ts'
import { configSchemaOf } from '../../kernel/config/config.ts'
import { publishDrafts } from '../../kernel/consume/publish.ts'
import type { Ports } from '../../kernel/ports.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { waitProjected } from '../../kernel/views/run-projector.ts'

/** What an edge gives its services, for functions that are called without one. */
export const edgeContext = (ports: Ports): EdgeContext => ({
  ports,
  env: parseEnv({}),
  configSchema: configSchemaOf([]),
  readAs: readAs(ports),
  log: pino({ level: 'silent' }),
  publish: (drafts, cause) => publishDrafts(ports.broker, ports.clock, 'test', drafts, cause),
  tell: async () => undefined,
  projected: (positions, timeoutMs = 10_000) => waitProjected(ports.database, positions, timeoutMs),
})
