import type { Service } from '../../../kernel/service.ts'
import { closeParserPool, parseDocument, parserQueue } from './consumer.ts'

/** Reads files in bounded child processes. */
export const parse: Service = { name: 'parse', consumers: [parseDocument], queues: { parser: parserQueue }, stop: closeParserPool }
