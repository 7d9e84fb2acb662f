// npm run schemas [-- --check | --force]: writes schemas/json from schemas/*.ts and topics.yaml, for readers in other languages.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readTopics, type TopicDeclaration } from '../../kernel/broker/topics.ts'
import { catalog } from '../../schemas/catalog.ts'
import type { EventType } from '../../schemas/event.ts'
import { type JsonObject, jsonSchemaOf, schemaFile } from '../../schemas/json-schema.ts'
import { services } from '../../services/catalog.ts'
import { printHelp } from '../print-help.ts'
import { compatibilityFaults } from './compatibility.ts'
import { asyncApiOf } from './documents.ts'

const ASYNC_API = 'asyncapi.json'
const textOf = (document: JsonObject) => `${JSON.stringify(document, null, 2)}\n`

/** Returns every topic. That of a kind of run is owned by the service that processes its steps. */
export function ownedTopics(): TopicDeclaration[] {
  const owners = new Map(services.flatMap(({ name, runs = [] }) => runs.map(({ work }) => [work.name, name] as const)))
  return readTopics().map((topic) => ({ ...topic, owner: owners.get(topic.name) ?? topic.owner }))
}

/** The published files by name. */
export function publishedFiles(events: readonly EventType[], version: string): Map<string, string> {
  const schemas = events.map((event): [string, string] => [schemaFile(event), textOf(jsonSchemaOf(event))])
  return new Map([...schemas, [ASYNC_API, textOf(asyncApiOf(ownedTopics(), events, version))]])
}

/** Why the new files break readers of the published ones of the same version; a line each. */
export function breakingChanges(published: ReadonlyMap<string, string>, files: ReadonlyMap<string, string>): string[] {
  const parse = (text: string) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  return [...files].flatMap(([name, text]) => {
    const before = name === ASYNC_API ? undefined : published.get(name)
    return before === undefined ? [] : compatibilityFaults(parse(before), parse(text), name)
  })
}

/** What differs between the published files and those that the schemas give now. Files of older versions stay. */
export function differences(
  published: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
  events: readonly EventType[],
): string[] {
  const older = (name: string) =>
    events.some((e) => name.startsWith(`${e.name}.v`) && Number(/\.v(\d+)\.json$/.exec(name)?.[1]) < e.version)
  const changed = [...files].filter(([name, text]) => published.get(name) !== text)
  const surplus = [...published.keys()].filter((name) => !files.has(name) && !older(name))
  return [
    ...changed.map(([name]) => (published.has(name) ? `${name} is out of date` : `${name} is missing`)),
    ...surplus.map((name) => `${name} belongs to no event of the catalog`),
  ]
}

function main(args: readonly string[]): number {
  const folder = fileURLToPath(new URL('../../schemas/json/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const published = new Map(readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]))
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
  const files = publishedFiles(catalog, version)
  const breaking = breakingChanges(published, files)
  for (const line of breaking) console.error(`not compatible: ${line}`)
  if (breaking.length && !args.includes('--force')) {
    console.error('Give the event a higher version, or make the change additive. --force is for schemas that nobody uses yet.')
    return 1
  }
  const different = differences(published, files, catalog)
  if (args.includes('--check')) {
    for (const line of different) console.error(line)
    if (different.length) console.error('Run npm run schemas.')
    return different.length ? 1 : 0
  }
  for (const [name, text] of files) writeFileSync(`${folder}/${name}`, text)
  console.error(`schemas: ${files.size} files, ${different.length} changed`)
  return 0
}

export const USAGE = `Writes schemas/json from schemas/*.ts and topics.yaml.

  npm run schemas
      --check    write nothing; fail if a file is out of date
      --force    also write schemas that are not backward compatible

Exit codes: 0 done, 1 out of date or not compatible.`

if (import.meta.main) {
  printHelp(USAGE)
  process.exitCode = main(process.argv.slice(2))
}
