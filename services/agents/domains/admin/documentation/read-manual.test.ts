import { expect, test } from 'vitest'
import { NOT_SURE } from '../../../../../kernel/llm/extractive/reading.ts'
import { documentationAssistant } from '../agents/documentation-assistant.ts'

const start = { source: 'docs/how-to/start.md', title: 'Start the mill', text: 'Open the [sluice](sluice.md).' }
const passages = [{ id: 'p', text: 'Bread.', source_file: 'bread.txt', title: null, document_id: null }]
const ask = (question: string, sections: readonly (typeof start)[], answer: string) =>
  documentationAssistant.unaided?.({
    question,
    use: async (tool) => (tool === 'admin-docs-search' ? { sections } : { passages }),
    read: async () => answer,
  })

test('without a model, documents that surely answer come first, then passages of the manuals', async () => {
  const documents = 'Without a model (embedded), for “What is baked?”: Bread. [1]\n[1] bread.txt'
  expect(await ask('What is baked?', [start], 'Bread. [1]')).toBe(documents)
  expect(await ask('How is it started?', [start], `${NOT_SURE} Bread. [1]`)).toBe(
    'No model is connected. These passages of the documentation match best:\n\n**Start the mill** (docs/how-to/start.md) [1]\n\nOpen the sluice.',
  )
  expect(await ask('How is it started?', [], `${NOT_SURE} Bread. [1]`)).toContain('Bread. [1]')
})
