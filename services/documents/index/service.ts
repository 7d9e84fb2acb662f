import type { Service } from '../../../kernel/service.ts'
import { indexDocument } from './consumer.ts'
import { withdrawDocument } from './withdraw.ts'

/** Writes chunks and vectors into the search index. */
export const index: Service = { name: 'index', consumers: [indexDocument, withdrawDocument] }
