import { readPages } from '../../kernel/docs/pages.ts'
import { blocksOf, startsProcesses } from './run-page.ts'
import { testCommandsOf } from './test-pages.ts'

testCommandsOf(readPages().filter(({ path, markdown }) => path.startsWith('how-to/') && startsProcesses(blocksOf(markdown))))
