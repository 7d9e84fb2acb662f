// Plain JavaScript, so that with a warm cache the thread loads no compiler of TypeScript.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('./search-thread.ts')
