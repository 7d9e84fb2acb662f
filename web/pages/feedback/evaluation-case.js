import { apiJson } from '../../api/api.js'
import { element } from '../../parts/element.js'
import { formDialog } from '../../parts/form-dialog.js'
import { documentsOf } from '../../parts/rate-answer.js'

/** What a record says should have been answered; undefined where it says nothing. */
export const expectedOf = ({ response_payload: payload }) => {
  const known = payload?.evaluation_case
  return known && typeof known === 'object' ? known : undefined
}

/** Whether a record can be made a case: it has to say what was asked. */
export const isCase = ({ response_payload: payload }) => typeof payload?.question === 'string' && payload.question.trim() !== ''

/** Asks what the answer should have been, and keeps it with the record. Resolves true when it was saved. */
export function editCase(record) {
  const { question, answer, metadata } = record.response_payload
  const expected = expectedOf(record) ?? {}
  const files = Array.isArray(metadata) ? [...new Set(metadata.map((s) => s?.filename).filter(Boolean))] : []
  const { created_at: _created, updated_at: _updated, ...kept } = record
  return formDialog(
    {
      title: 'Case for evaluation',
      action: 'Save case',
      fields: [
        { name: 'question', label: 'Question', rows: 2, value: expected.question ?? question, maxlength: 5000, required: true },
        { name: 'answer', label: 'Expected answer', rows: 2, value: expected.expected_answer ?? '', maxlength: 5000 },
        {
          name: 'documents',
          label: 'Expected documents',
          rows: 2,
          value: (expected.expected_documents ?? []).join('\n'),
          hint: `File names, one a line.${files.length ? ` Read were: ${files.slice(0, 5).join(', ')}.` : ''}`,
        },
        { name: 'note', label: 'Note', rows: 2, value: expected.note ?? '', maxlength: 5000 },
      ],
      submit: async (values) => {
        await apiJson('/api/v2/feedback', {
          method: 'POST',
          json: { ...kept, response_payload: { ...kept.response_payload, evaluation_case: caseOf(values, question) } },
        })
        return true
      },
    },
    ...(typeof answer === 'string' ? [element('p', { className: 'hint wrap' }, 'Answered: ', answer.slice(0, 300))] : []),
  )
}

function caseOf({ question, answer, documents, note }, asked) {
  const names = documentsOf(documents)
  return {
    ...(question.trim() && question.trim() !== asked.trim() ? { question: question.trim() } : {}),
    ...(answer.trim() ? { expected_answer: answer.trim() } : {}),
    ...(names.length ? { expected_documents: names } : {}),
    ...(note.trim() ? { note: note.trim() } : {}),
  }
}
