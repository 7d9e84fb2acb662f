// node kernel/cell/write-plain.mjs ENTRY…: writes what these modules and all that they import are without their types.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, resolve } from 'node:path'
import { isOurs, markOf, plainPathOf, readPlain } from './plain-sources.mjs'

const IMPORT = /['"](\.\.?\/[^'"\n]+\.ts)['"]/g
const seen = new Set()

function write(path) {
  const place = plainPathOf(path)
  const mark = markOf(path)
  const text = stripTypeScriptTypes(readFileSync(path, 'utf8')) + mark
  mkdirSync(dirname(place), { recursive: true })
  const draft = `${place}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, place)
  return text
}

function follow(path) {
  if (seen.has(path)) return
  seen.add(path)
  // A text may look like an import.
  if (!isOurs(path) || !existsSync(path)) return
  for (const [, specifier] of (readPlain(path) ?? write(path)).matchAll(IMPORT)) follow(resolve(dirname(path), specifier))
}

for (const entry of process.argv.slice(2)) follow(resolve(entry))
