import type { Logger } from 'pino'
import type { Ports } from '../ports.ts'
import { type Connections, openConnections } from './connections.ts'
import { installationKey } from './installation-key.ts'

/** Connections to models in a stack's database, with the key in its blobs. Empty until `refresh`. */
export const testConnections = ({ database, blobs }: Pick<Ports, 'database' | 'blobs'>, log: Logger): Connections =>
  openConnections({ database, key: installationKey({ blobs }), secretOf: (name) => process.env[name], log })
