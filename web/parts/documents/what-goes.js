const SHOWN = 5

/**
 * What a deletion takes away, in words: the document, and what came as attachments of it.
 * @param {string} name of its file
 * @param {string} passages such as `its 3 passages`
 * @param {readonly { filename: string }[]} attachments that became documents of their own
 */
export function whatGoes(name, passages, attachments = []) {
  if (attachments.length === 0) return `${name}, ${passages} and its file are removed for good. Answers will no longer draw on it.`
  const names = attachments.slice(0, SHOWN).map(({ filename }) => `“${filename}”`)
  const more = attachments.length > SHOWN ? ` and ${attachments.length - SHOWN} more` : ''
  return `${name}, ${passages} and its file are removed for good, and with it the documents of its attachments: ${names.join(', ')}${more}. Answers will no longer draw on them.`
}
