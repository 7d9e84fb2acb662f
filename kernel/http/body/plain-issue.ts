const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const shown = (kind: string): string => KINDS[kind] ?? kind

/** zod's words for a value that is missing or of the wrong kind, as a person would say them; any other message as it is. */
export function plainIssue(message: string): string {
  const wrong = /^Invalid input: expected (\w+), received (\w+)$/.exec(message)
  if (!wrong) return message
  const [, expected = '', received = ''] = wrong
  return received === 'undefined' ? `is missing; give ${shown(expected)}` : `has to be ${shown(expected)}, not ${shown(received)}`
}
