import { apiJson } from '../api/api.js'
import { formDialog } from './form-dialog.js'
import { browserId } from './visitor.js'

const PATH = '/api/v2/feedback'
/** Characters of a passage that go with a rating; the whole of it can be found again by its id. */
const EXTRACT = 400
/** Messages before the question that go with a rating: a follow-up is none without them. */
const MOST_TURNS = 10

const sourceOf = ({ id, filename, page_number, document_id, score, text }) => ({
  id,
  filename,
  page_number,
  document_id,
  score,
  text: typeof text === 'string' ? text.slice(0, EXTRACT) : undefined,
})

/** The record of a rating as the API takes it. */
function ratingOf({ question, history = [], reply, elapsed, session, settings, filter }, rating, words = {}) {
  const { experiment_name, variant_name } = reply.ab_testing ?? {}
  const before = history.slice(-MOST_TURNS).map(({ role, content }) => ({ role, content }))
  const expected = { expected_answer: words.answer?.trim(), expected_documents: documentsOf(words.documents) }
  return {
    user_id: browserId(),
    session_id: session,
    response_id: reply.response_id,
    rating,
    ...(words.comment?.trim() ? { feedback_text: words.comment.trim() } : {}),
    ...(Number.isFinite(elapsed) ? { response_time: elapsed } : {}),
    ...(experiment_name ? { experiment_name, variant_name } : {}),
    response_payload: {
      question,
      ...(before.length ? { history: before } : {}),
      answer: reply.answer,
      model: reply.response_metadata?.model_used?.alias,
      settings,
      ...(filter ? { filter } : {}),
      ...(expected.expected_answer || expected.expected_documents.length ? { evaluation_case: expected } : {}),
      metadata: (reply.metadata ?? []).map(sourceOf),
      unsupported: (reply.citations ?? []).filter((c) => c.supported === false).map((c) => c.sentence),
    },
  }
}

export const documentsOf = (text = '') => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** Sends a thumb at once, then asks for words; those replace the record. Resolves when the panel is closed. */
export async function rateAnswer(turn, rating) {
  const send = (words) => apiJson(PATH, { method: 'POST', json: ratingOf(turn, rating, words) })
  await send()
  const down = rating < 0
  const files = [...new Set((turn.reply.metadata ?? []).map(({ filename }) => filename).filter(Boolean))]
  await formDialog(
    {
      title: down ? 'What was wrong?' : 'What was good?',
      action: 'Send',
      cancel: 'No comment',
      fields: [
        { name: 'comment', label: 'Comment', rows: 3, maxlength: 5000 },
        ...(down
          ? [
              {
                name: 'answer',
                label: 'What should it have said?',
                rows: 2,
                maxlength: 5000,
                hint: 'With this the question becomes a case for evaluation.',
              },
              {
                name: 'documents',
                label: 'Where does it stand?',
                rows: 2,
                maxlength: 5000,
                hint: `File names, one a line. Read were: ${files.slice(0, 5).join(', ') || 'none'}.`,
              },
            ]
          : []),
      ],
      submit: async (words) => {
        await send(words)
        return true
      },
    },
    'Your thumb is noted. A comment is welcome, and can be left out.',
  )
}
