// npm start [-- service …]: set-up, then the server. Without names every service runs in this one process.
import { ensurePackages, root, runNode, serverEnv, serverFlags } from './setup.mjs'

await ensurePackages({ dev: false })
await runNode(`${root}/services/main.ts`, process.argv.slice(2), { nodeArgs: serverFlags, env: serverEnv })
