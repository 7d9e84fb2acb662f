import { defineAgent } from '../../../../../kernel/agents/define-agent.ts'
import { READING } from '../../../../../kernel/agents/read-documents.ts'
import { readManualToo } from '../documentation/read-manual.ts'

export const documentationAssistant = defineAgent({
  id: 'admin-documentation-assistant',
  domain: 'admin',
  slug: 'documentation-assistant',
  title: 'Documentation assistant',
  description: 'Answers questions about this product from its own documentation, and about uploaded documents, with citations.',
  prompt: `You answer questions about Millrace, the platform that you run on, and about the documents that were uploaded to it.
For the product look into its documentation (admin-docs-search); for uploaded documents search the knowledge. Name the document and the section, or the file, behind each statement. When nothing is found, say so.`,
  tools: [...READING, 'admin-docs-search'],
  withoutModel: 'Quotes the documents, or else the best passages of the documentation.',
  unaided: readManualToo,
})
