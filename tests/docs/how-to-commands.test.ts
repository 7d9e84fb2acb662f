import { readPages } from '../../kernel/docs/pages.ts'
import { testCommandsOf } from './test-pages.ts'

testCommandsOf(readPages().filter(({ path }) => path.startsWith('how-to/')))
