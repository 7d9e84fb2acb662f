/** A message with files, as a mail program sends it. */
export function makeMail(
  subject: string,
  text: string,
  files: readonly { readonly name: string; readonly type: string; readonly content: string | Buffer }[],
): string {
  const parts = files.map(({ name, type, content }) => [
    `Content-Type: ${type}`,
    `Content-Disposition: attachment${name ? `; filename="${name}"` : ''}`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64'),
  ])
  const boundary = `b${subject.length}${text.length}`
  return [
    'From: Ada <ada@example.org>',
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    '',
    ...[['Content-Type: text/plain', '', text], ...parts].flatMap((part) => [`--${boundary}`, ...part]),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}
