import type { Service } from '../../kernel/service.ts'
import { closeParserPool, parseDocument } from './consumer.ts'

/** Reads files in bounded child processes. */
export const parse: Service = { name: 'parse', consumers: [parseDocument], stop: closeParserPool }
