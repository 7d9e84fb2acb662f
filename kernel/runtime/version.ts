import { readFileSync } from 'node:fs'
import { z } from 'zod'

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

/** The one version number: that of package.json, of the interface, and of whatever tells it. */
export const VERSION = z.object({ version: z.string() }).parse(JSON.parse(text)).version
