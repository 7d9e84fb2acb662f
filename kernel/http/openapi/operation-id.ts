/**
 * A name for an operation that has none of its own: method and path in camelCase, parameters as `By…`. `/api/v2` is left out;
 * the same route gives the same name for good.
 */
export function operationIdOf(method: string, url: string): string {
  const segments = url
    .replace(/^\/api\/v2(?=\/|$)/, '')
    .split('/')
    .filter(Boolean)
  const words = segments.flatMap((segment) => (segment.startsWith('{') ? ['by', ...wordsOf(segment.slice(1, -1))] : wordsOf(segment)))
  return [method.toLowerCase(), ...(words.length ? words : ['root'])].map((word, n) => (n === 0 ? word : capitalised(word))).join('')
}

const wordsOf = (text: string): string[] => text.split(/[^A-Za-z0-9]+/).filter(Boolean)
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
