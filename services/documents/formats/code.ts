import type { DocumentFormat } from './document-format.ts'

export const code: DocumentFormat = {
  extension: 'log',
  also: [
    ...'ts tsx js jsx mjs cjs py rb php java kt swift go rs c h cc cpp hpp cs scala lua pl r sql sh bash ps1 bat'.split(' '),
    ...'css scss less vue svelte yaml yml toml ini conf cfg env properties tex rst adoc diff patch'.split(' '),
  ],
  directory: 'code/raw',
  holds: ['text'],
  docs: {
    name: 'Source code, configuration and logs',
    reads: 'Lines as they are, divided at blank lines.',
    skips: 'Nothing.',
    anchor: 'none',
  },
  reader: async () => (await import('../parse/readers/plain/code.ts')).readCode,
}
