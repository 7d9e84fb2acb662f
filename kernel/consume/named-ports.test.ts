import { expect, test } from 'vitest'
import { namedPorts } from './named-ports.ts'

const all = { blobs: 'blobs', search: 'search', clock: 'clock' }

test('gives the ports that are named, and tells who asked for another one', () => {
  const ports = namedPorts(all, ['blobs'], 'thumbnails')
  expect(ports.blobs).toBe('blobs')
  expect(() => Reflect.get(ports, 'search')).toThrow('thumbnails uses the port "search", which its `needs` does not name; add it there')
  expect(() => Reflect.get(ports, 'llm')).toThrow('"llm"')
})

test('what is handed on is what was named, and a port that is optional may be away', () => {
  const ports = namedPorts({ ...all, reranker: undefined }, ['blobs', 'reranker'], 'thumbnails')
  expect({ ...ports }).toEqual({ blobs: 'blobs', reranker: undefined })
})
