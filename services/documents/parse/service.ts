import type { Service } from '../../../kernel/service.ts'
import { closeParserPool, parseDocument, parserQueue } from './consumer.ts'
import { parsingSection } from './parsing-section.ts'

/** Reads files in bounded child processes. */
export const parse: Service = {
  name: 'parse',
  config: [parsingSection],
  consumers: [parseDocument],
  queues: { parser: parserQueue },
  stop: closeParserPool,
}
