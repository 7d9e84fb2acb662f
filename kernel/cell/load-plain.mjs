// Loaded before anything else of a process: sources come without their types where a copy of that kind is there.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isOurs, readPlain } from './plain-sources.mjs'

registerHooks({
  load(url, context, next) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : ''
    const source = isOurs(path) ? readPlain(path) : undefined
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})
