import type { Service } from '../../../kernel/service.ts'
import { chunkingSection } from './chunking-section.ts'
import { chunkDocument } from './consumer.ts'

/** Cuts parsed text into chunks. */
export const chunk: Service = { name: 'chunk', config: [chunkingSection], consumers: [chunkDocument] }
