import type { Service } from '../../../kernel/service.ts'
import { embedDocument } from './consumer.ts'

/** Turns chunks into vectors. */
export const embed: Service = { name: 'embed', consumers: [embedDocument] }
