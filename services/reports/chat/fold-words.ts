/** A text as it is looked through: lower-case words with one blank between them, without accents and signs (`Ana Núñez-Ríos` is `ana nunez rios`). */
export const foldWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
