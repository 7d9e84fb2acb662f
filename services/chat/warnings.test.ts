import { expect, it } from 'vitest'
import { absentFields, unfollowedHistory, warningsOf } from './warnings.ts'

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

it('a selected field that no source has is told with the name that is near; one that is empty is none', () => {
  const sources = [{ fields: { filename: 'a.txt', speaker: null } }]
  expect(absentFields(['id', 'filename', 'speaker'], sources)).toEqual([])
  expect(absentFields(['filenme'], sources)).toEqual([
    { field: 'fetch_args.CloudSearchFetcher.select_fields', message: 'no source has a field "filenme"; did you mean filename?' },
  ])
  expect(absentFields(['anything'], [])).toEqual([])
})

it('a history is told to have no effect where one question is answered, and only there', () => {
  const history = [{ role: 'user' as const, content: 'How warm is Ohio?', sources: [] }]
  const [chat, rag] = (['chat', 'rag'] as const).map((kind) => ({ kind, multimodal: false }))
  expect(unfollowedHistory(rag!, { history })).toEqual([{ field: 'history', message: expect.stringContaining('flexible-chat follows') }])
  expect(unfollowedHistory(rag!, { history: [] })).toEqual([])
  expect(unfollowedHistory(chat!, { history })).toEqual([])
})
