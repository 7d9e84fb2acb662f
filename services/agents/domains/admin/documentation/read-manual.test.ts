import { expect, test } from 'vitest'
import { NOT_SURE } from '../../../../../kernel/llm/extractive/reading.ts'
import { documentationAssistant } from '../agents/documentation-assistant.ts'

const manual = { text: 'The mill is started by water. [1]', sections: [{ source: 'README.md', title: 'Start' }] }
const passages = [{ id: 'p', text: 'Bread.', source_file: 'bread.txt', title: null, document_id: null }]
const ask = (question: string, answer: typeof manual | null, said: string) =>
  documentationAssistant.unaided?.({
    question,
    use: async (tool) => (tool === 'admin-docs-search' ? { sections: [], answer } : { passages }),
    read: async () => said,
  })

test('without a model documents that surely answer come first, then the manual; what names the product is for the manual', async () => {
  const documents = 'Without a model (embedded), for “What is baked?”: Bread. [1]\n[1] bread.txt'
  const told = 'Without a model (embedded), from the documentation:\n\nThe mill is started by water. [1]\n\n[1] README.md, Start'
  expect(await ask('What is baked?', manual, 'Bread. [1]')).toBe(documents)
  expect(await ask('What is baked?', null, 'Bread. [1]')).toBe(documents)
  expect(await ask('How is it started?', manual, `${NOT_SURE} Bread. [1]`)).toBe(told)
  expect(await ask('How do I start Millrace?', manual, 'Bread. [1]')).toBe(told)
})
