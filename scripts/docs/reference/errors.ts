import { type ErrorCode, errorTable } from '../../../kernel/runtime/errors.ts'
import { workErrors } from '../../../kernel/runtime/work-errors.ts'
import { deadLetterKindDocs } from '../../../schemas/dead-letter.ts'
import { documentErrorDocs } from '../../../schemas/document-error-docs.ts'
import { issueCodes } from '../../../services/chat/issue-codes.ts'
import { rules } from '../../../services/reports/rules/rules.ts'
import { inEnglish } from '../../../services/reports/tell/in-english.ts'
import { blocks, code, type ReferencePage, table, withCode } from './page.ts'

/** Rows of code, meaning and remedy. */
const rowsOf = (docs: Readonly<Record<string, { readonly meaning: string; readonly remedy: string }>>): string[][] =>
  Object.entries(docs).map(([name, { meaning, remedy }]) => [code(name), withCode(meaning), withCode(remedy)])

const CODE = ['Code', 'Meaning', 'What to do']

export const errors: ReferencePage = {
  name: 'errors',
  title: 'Errors',
  summary: 'Every error code of Millrace, with its meaning and what to do.',
  questions: [
    'What does this error code mean?',
    'Which HTTP status codes does the API return?',
    'My upload failed, what does its code mean?',
    'What do corrupt, encrypted and empty mean for a document?',
    'What does timed_out or out_of_memory mean for a document?',
    'Which errors may I retry?',
    'What do the codes in errors of a chat response mean?',
    'What does a finding of a cost report mean?',
    'Which kinds of dead letters are there?',
  ],
  body: () =>
    blocks(
      'Codes are stable. Messages are for people and may change.',
      '## HTTP errors',
      'Every unsuccessful response has this body. `details` depends on the code; `issues` lists the invalid fields of `validation_failed`.',
      [
        '```json',
        JSON.stringify(
          {
            error: {
              ...{ code: 'not_found', message: errorTable.not_found.doc, details: {}, timestamp: '2026-03-12T09:30:00.000Z' },
              request_id: '3f0c2a8e-5d1b-4f7e-9a43-0c6b1f2d7e55',
            },
            status_code: 404,
            path: '/path',
            method: 'GET',
          },
          null,
          2,
        ),
        '```',
      ].join('\n'),
      table(
        ['Code', 'Status', 'Retryable', 'Meaning', 'What to do'],
        (Object.keys(errorTable) as ErrorCode[]).map((name) => {
          const { status, retryable, doc, remedy } = errorTable[name]
          return [code(name), String(status), retryable ? 'yes' : 'no', withCode(doc), withCode(remedy)]
        }),
      ),
      '## Document errors',
      'The status of a failed upload carries one of these codes in `errors`, and so does `document.processed`. See [Fix failed uploads](../how-to/fix-failed-uploads.md).',
      table(
        CODE,
        Object.entries(documentErrorDocs).map(([name, { cause, remedy }]) => [code(name), withCode(cause), withCode(remedy)]),
      ),
      '## Chat issues',
      'A chat response that succeeded may still carry `errors`. Each entry limits the answer in one way.',
      table(CODE, rowsOf(issueCodes)),
      '## Run errors',
      'A failed run or item of a run carries one of these codes, or a code of the HTTP API or of a document.',
      table(CODE, rowsOf(workErrors)),
      '## Dead letters',
      'A dead letter has the code of its error and one of these kinds. See [Handle dead letters](../how-to/handle-dead-letters.md).',
      table(['Kind', 'Meaning', 'What to do'], rowsOf(deadLetterKindDocs)),
      '## Findings of cost reports',
      'Thresholds are settings of the section `sdac` in [Configuration](configuration.md#sdac).',
      table(
        ['Code', 'Severity', 'Finding', 'Meaning'],
        rules.map(({ name, severity }) => [code(name), severity, inEnglish.rules[name].title, inEnglish.rules[name].explanation]),
      ),
    ),
}
