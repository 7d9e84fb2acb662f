import { expect, test } from 'vitest'
import { answerNotes } from './print-answer.ts'
import type { Answer } from './replies.ts'

const answer = (kind: string): Answer =>
  ({
    answer: 'I found nothing about this in the documents.',
    citations: [],
    metadata: [{ filename: 'boats.ods', page_number: 2 }],
    processing_time: 0.1,
    response_metadata: { answer_kind: kind, model_used: { alias: 'default', provider: 'embedded' } },
  }) as unknown as Answer

test('an answer that found nothing names no source', () => {
  expect(answerNotes(answer('none'), process.stdout)).not.toContain('boats.ods')
  expect(answerNotes(answer('passages'), process.stdout)).toContain('boats.ods, sheet 2')
})

test('that no model is connected is said where it was not said before', () => {
  expect(answerNotes(answer('answer'), process.stdout)).toContain('No language model is connected')
  expect(answerNotes(answer('answer'), process.stdout, { noModel: false })).not.toContain('No language model')
})

test('citations stand in the order of their numbers', () => {
  const cite = (marker: string) => ({ marker, filename: 'hours.txt', page_number: null, quote: 'words', supported: true, sentence: 's' })
  const notes = answerNotes(
    { ...answer('answer'), citations: ['[1]', '[10]', '[2]', '[1]'].map(cite) } as unknown as Answer,
    process.stdout,
  )
  expect(notes.match(/\[\d+\]/g)).toEqual(['[1]', '[1]', '[2]', '[10]'])
})
