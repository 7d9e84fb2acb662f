/** What differs between two failures of one reason: ids, addresses, names in quotes, paths, numbers. The first that fits counts. */
const PARTICULAR: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '‹id›'],
  [/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>)]{1,2000}/gi, '‹address›'],
  [/"[^"\n]{0,500}"|“[^”\n]{0,500}”|‘[^’\n]{0,500}’|`[^`\n]{0,500}`|(?<![\p{L}\d])'[^'\n]{0,500}'(?![\p{L}\d])/gu, '‹name›'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '‹time›'],
  [/(?<![\p{L}\d])(?:[\w.-]{1,200}[\\/]){1,40}[\w.-]{1,200}/gu, '‹path›'],
  [/\S{1,200}\.(?:docx?|pdf|xlsx?|pptx?|txt|md|html?|csv|json|xml|eml|msg|rtf|png|jpe?g|tiff?)\b/gi, '‹file›'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{12,}\b/gi, '‹id›'],
  [/\b0x[0-9a-f]{1,40}\b/gi, '‹n›'],
  [/\d+(?:[.,]\d+)*/g, '‹n›'],
]
const MOST_CHARACTERS = 500

/** A failure's message without what is particular to one record, so that failures of one reason read alike. */
export function normaliseReason(message: string): string {
  const line = message
    .slice(0, 4 * MOST_CHARACTERS)
    .replace(/\s+/g, ' ')
    .trim()
  return PARTICULAR.reduce((text, [pattern, name]) => text.replace(pattern, name), line).slice(0, MOST_CHARACTERS)
}
