import type { Service } from '../../../kernel/service.ts'
import { chunkDocument } from './consumer.ts'

/** Cuts parsed text into chunks. */
export const chunk: Service = { name: 'chunk', consumers: [chunkDocument] }
