import { expect, test } from 'vitest'

interface Modules {
  likelyModel(kind: string, names: readonly string[]): string
}
const { likelyModel }: Modules = await import(new URL('../../web/pages/settings/likely-model.js', import.meta.url).href)

test('of a server that serves several kinds of models, the one for the use is offered first', () => {
  const names = ['bge-reranker-v2', 'nomic-embed-text:latest', 'llama3.1', 'qwen3']
  expect(likelyModel('answers', names)).toBe('llama3.1')
  expect(likelyModel('embeddings', names)).toBe('nomic-embed-text:latest')
  expect(likelyModel('rerank', names)).toBe('bge-reranker-v2')
  expect(likelyModel('embeddings', ['one', 'two'])).toBe('one')
  expect(likelyModel('answers', [])).toBe('')
})
