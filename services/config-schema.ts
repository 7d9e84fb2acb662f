import { configSchemaOf } from '../kernel/config/config.ts'
import { services } from './catalog.ts'

/** What config.yaml may say: the kernel's part, and the sections of every service, whichever this process runs. */
export const configSchema = configSchemaOf(services.flatMap(({ config = [] }) => config))
