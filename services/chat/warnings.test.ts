import { expect, it } from 'vitest'
import { absentFields, unreadHere, warningsOf } from './warnings.ts'

it('a request in known names has no warning, whatever stands in places of the client', () => {
  const request = {
    question: 'q',
    history: [],
    fetch_args: { CloudSearchFetcher: { top_k: 3 } },
    override_config: { params: { temperature: 0 }, llm: { alias: 'default' } },
    metadata: { anything: { goes: 1 } },
    template_variables: { top_k: 1 },
  }
  expect(warningsOf(request)).toEqual([])
})

it('a misspelt name, one at the wrong place and an unknown one are told', () => {
  const request = { question: 'q', histroy: [], top_k: 3, fetch_args: { CloudSearchFetcher: { temperature: 1 } }, zzz: 1 }
  expect(warningsOf(request)).toEqual([
    { field: 'histroy', message: 'has no effect here; did you mean history?' },
    { field: 'top_k', message: 'has no effect here; it belongs at fetch_args.CloudSearchFetcher.top_k' },
    { field: 'fetch_args.CloudSearchFetcher.temperature', message: expect.stringMatching(/it belongs at override_config\..*temperature$/) },
    { field: 'zzz', message: 'has no effect here; no field has this name' },
  ])
})

it('a request of many unknown names has a bounded list', () => {
  const request = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`name${i}${'x'.repeat(200)}`, 1]))
  const warnings = warningsOf(request)
  expect(warnings).toHaveLength(20)
  expect(Math.max(...warnings.map(({ field }) => field.length))).toBeLessThanOrEqual(64)
})

it('a field that no source has is told with the name that is near, once; one that is empty is none', () => {
  const sources = [{ fields: { filename: 'a.txt', speaker: null } }]
  expect(absentFields({ select_fields: ['id', 'score', 'index', 'document_id', 'filename', 'speaker'] }, sources)).toEqual([])
  expect(absentFields({ select_fields: ['filenme', 'filenme'], highlight_fields: ['speakr'] }, sources)).toEqual([
    { field: 'fetch_args.CloudSearchFetcher.select_fields', message: 'no source has a field "filenme"; did you mean filename?' },
    { field: 'fetch_args.CloudSearchFetcher.highlight_fields', message: 'no source has a field "speakr"; did you mean speaker?' },
  ])
  expect(absentFields({}, sources)).toEqual([])
  expect(absentFields({ select_fields: ['anything'] }, [])).toEqual([])
})

it('a field that other routes read is told to have no effect where it has none, and only there', () => {
  const history = [{ role: 'user' as const, content: 'How warm is Ohio?', sources: [] }]
  const everything = { history, skip_knowledge_base: true, stream: true, metadata: { images: [] } }
  const nothing = { history: [], skip_knowledge_base: false, stream: false, metadata: { team: 'a' } }
  const told = (kind: 'chat' | 'rag', multimodal: boolean) => {
    expect(unreadHere({ kind, multimodal }, nothing)).toEqual([])
    return unreadHere({ kind, multimodal }, everything).map(({ field }) => field)
  }
  expect(told('chat', false)).toEqual(['skip_knowledge_base', 'metadata.images'])
  expect(told('rag', false)).toEqual(['history', 'metadata.images'])
  expect(told('chat', true)).toEqual(['skip_knowledge_base', 'stream'])
  expect(told('rag', true)).toEqual(['history', 'stream'])
})
