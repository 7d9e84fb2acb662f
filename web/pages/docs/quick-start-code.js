/** A word for a POSIX shell: everything between single quotes is itself, and a single quote is put between two such words. */
const quoted = (word) => `'${String(word).replaceAll("'", "'\\''")}'`
/** A text as a literal of JavaScript and of Python alike. */
const literal = (text) => JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/**
 * The steps of the quick start, ready to be run as they stand: against this server, with the headers that it asks for, about a document
 * that it has. Secrets stand in it as variables of the environment.
 * @param {{ origin: string, key: boolean, token: boolean, document?: { upload_id: string, document_id: string, filename: string } }} visitor
 * @returns {{ title: string, about: string, code: Record<'curl' | 'TypeScript' | 'Python', string> }[]}
 */
export function quickStart({ origin, key, token, document }) {
  const headers = [
    ...(key ? ['-H "Ocp-Apim-Subscription-Key: $MILLRACE_KEY"'] : []),
    ...(token ? ['-H "Authorization: Bearer $MILLRACE_TOKEN"'] : []),
  ]
  const curl = (...parts) => ['curl -sS', ...headers, ...parts].join(' \\\n  ')
  const node = [
    "import { createClient } from 'millrace-client' // npm install ./clients/typescript",
    '',
    `const millrace = createClient({ url: ${literal(origin)}${key ? ', key: process.env.MILLRACE_KEY' : ''}${token ? ', token: process.env.MILLRACE_TOKEN' : ''} })`,
  ]
  const python = [
    ...(key || token ? ['import os'] : []),
    'from millrace import Client  # pip install ./clients/python',
    '',
    `millrace = Client(${literal(origin)}${key ? ', key=os.environ["MILLRACE_KEY"]' : ''}${token ? ', token=os.environ["MILLRACE_TOKEN"]' : ''})`,
  ]
  const step = (title, about, shell, js, py) => ({
    title,
    about,
    code: { curl: shell, TypeScript: [...node, ...js].join('\n'), Python: [...python, ...py].join('\n') },
  })
  const question = document ? `What is ${document.filename} about?` : 'When does the mill open?'
  const body = { question, ...(document && { fetch_args: { CloudSearchFetcher: { filter: `document_id eq '${document.document_id}'` } } }) }
  const steps = [
    step(
      'Upload a file',
      'It is accepted at once and becomes searchable a moment later. Run again, it replaces itself.',
      `printf 'The mill opens at nine.\\n' > opening-hours.txt\n${curl('-F file=@opening-hours.txt', '-F replace_existing=true', `-F ${quoted('metadata={"title":"Opening hours","doc_type":"note","source":"quick start"}')}`, quoted(`${origin}/api/v2/upload`))}`,
      [
        "const file = new Blob(['The mill opens at nine.'])",
        "const metadata = { title: 'Opening hours', doc_type: 'note', source: 'quick start' }",
        "const { upload_id } = await millrace.upload(file, { name: 'opening-hours.txt', metadata, fields: { replace_existing: 'true' } })",
        "for await (const { data } of millrace.stream('followUpload', { path: { upload_id } })) console.log(data.status)",
      ],
      [
        'with open("opening-hours.txt", "w") as file:',
        '    file.write("The mill opens at nine.")',
        'upload = millrace.upload(',
        '    "opening-hours.txt",',
        '    doc_type="note",',
        '    metadata={"title": "Opening hours", "source": "quick start"},',
        '    fields={"replace_existing": "true"},',
        ')',
        'for event in millrace.stream_follow_upload(upload_id=upload["upload_id"]):',
        '    print(event.data["status"])',
      ],
    ),
    step(
      document ? `Ask about ${document.filename}` : 'Ask',
      'The answer comes with the passages that it rests on.',
      curl(
        `-H ${quoted('Content-Type: application/json')}`,
        `--data-raw ${quoted(JSON.stringify(body, null, 2))}`,
        quoted(`${origin}/api/v2/flexible-rag`),
      ),
      [`const reply = await millrace.call('flexibleRag', { body: ${literal(body)} })`, 'console.log(reply.answer)'],
      [`reply = millrace.flexible_rag(body=${literal(body)})`, 'print(reply["answer"])'],
    ),
  ]
  if (document)
    steps.push(
      step(
        'Read its text',
        'As it was read from the file, with the places of its passages.',
        curl(quoted(`${origin}/api/v2/upload/${document.upload_id}/text?length=500`)),
        [
          `const { text } = await millrace.call('getUploadText', { path: { upload_id: ${literal(document.upload_id)} }, query: { length: 500 } })`,
          'console.log(text)',
        ],
        [`part = millrace.get_upload_text(upload_id=${literal(document.upload_id)}, length=500)`, 'print(part["text"])'],
      ),
    )
  return steps
}
