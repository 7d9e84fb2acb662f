/** `tap-tagging-suggestions` is TapTaggingSuggestions. */
export const operationName = (id: string): string =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
