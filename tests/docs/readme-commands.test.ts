import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readPages } from '../../kernel/docs/pages.ts'
import { testCommandsOf } from './test-pages.ts'

const readme = { file: 'README.md', markdown: readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8') }
testCommandsOf([readme, ...readPages().filter(({ path }) => path.startsWith('tutorials/'))])
