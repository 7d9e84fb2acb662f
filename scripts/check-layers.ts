// npm run layers: holds the order of imports and the rules for modules. Ends with 1 and one line per fault.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAX_LINES = 300
/** What a script writes is as long as what it is made from. */
const GENERATED = /^\/\/ Written by `npm run [\w-]+`/
/** Names that say nothing of what is inside. */
const VAGUE = /^(utils?|helpers?|common|lib|misc|shared|stuff)$/i
const IMPORT = /(?:^|[\n;])\s*(?:import|export)\b[^'"`;]*?(?:from\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g
const RE_EXPORT = /^export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\s*['"][^'"]+['"];?$/

/** Which layers a layer may import from, beside itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  kernel: ['schemas'],
  services: ['schemas', 'kernel'],
  scripts: ['schemas', 'kernel', 'services', 'tests'],
  bench: ['schemas', 'kernel', 'services', 'scripts', 'tests'],
  tests: ['schemas', 'kernel', 'services', 'scripts', 'bench'],
}

/** The kernel from its ground up: a folder, or a file beside the folders, imports from those before it alone. */
const KERNEL_ORDER: readonly string[] = [
  ...['runtime', 'text', 'templates', 'net', 'cell', 'store', 'broker', 'blobs', 'config'],
  ...['llm', 'evidence', 'embed', 'search', 'docs', 'access', 'rerank', 'connections', 'plans', 'ports.ts', 'dependencies.ts'],
  ...['claims', 'budgets', 'consume', 'outbox', 'timers', 'conversations', 'views', 'installation', 'prompts', 'retrieve'],
  ...['http', 'runs', 'edge-context.ts', 'agents', 'service.ts', 'consumer-groups.ts', 'migrations.ts'],
]

/** Modules of one folder, its tests and their fixtures not counted: a room in which everything is found at a glance. */
const MAX_MODULES = 25
/** Where folders are rooms: scripts and measurements are lists of commands. */
const COUNTED = /^(kernel|services|schemas|tests)\//

/** What a test may use from anywhere: contexts, and scripts that start a real Kafka or PostgreSQL. */
const TEST_SUPPORT = ['tests', 'scripts']
const isTest = (path: string) => /\.(test|fixture)\.ts$|(^|\/)contract[^/]*\.ts$/.test(path)
const layerOf = (path: string) => path.split('/')[0] ?? ''

/** The place of a path in KERNEL_ORDER; undefined outside of the kernel. */
const kernelPlace = (path: string): string | undefined => (layerOf(path) === 'kernel' ? path.split('/')[1] : undefined)

function kernelFaults(path: string, target: string): string[] {
  const [from, to] = [kernelPlace(path), kernelPlace(target)]
  if (from === undefined || to === undefined || from === to || isTest(path)) return []
  const upward = KERNEL_ORDER.indexOf(to) > KERNEL_ORDER.indexOf(from)
  return !upward ? [] : [`${path}: kernel/${from} stands before kernel/${to} and must not import ${target}`]
}

/** The service that a path lies in; undefined for what composes them: files right under services/, and the edge. */
function serviceOf(path: string): string | undefined {
  const [layer, name, ...rest] = path.split('/')
  return layer === 'services' && rest.length > 0 ? name : undefined
}

/** Paths, from the repository's root, of the modules that a module imports. */
export function importsOf(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '')
  return specifiers.filter((s) => s.startsWith('.')).map((s) => posix.normalize(posix.join(posix.dirname(path), s)))
}

function importFaults(path: string, text: string): string[] {
  const layer = layerOf(path)
  const allowed = MAY_IMPORT[layer]
  if (!allowed) return []
  const own = serviceOf(path)
  return importsOf(path, text).flatMap((target) => {
    const to = layerOf(target)
    const testSupport = isTest(path) && TEST_SUPPORT.includes(to)
    if (to in MAY_IMPORT && to !== layer && !allowed.includes(to) && !testSupport) return [`${path}: ${layer} must not import ${target}`]
    const upward = kernelFaults(path, target)
    if (upward.length > 0) return upward
    const other = serviceOf(target)
    const foreign = own !== undefined && own !== 'edge' && other !== undefined && other !== own
    return foreign ? [`${path}: the service ${own} must not import ${target}, the inside of ${other}`] : []
  })
}

/** What is no comment. */
const codeOf = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')

/** Its folder is a service's name, its literals are the paths that it claims. */
const SERVICE = /^services\/.+\/service\.ts$/
const literalsOf = (text: string): string[] => [...codeOf(text).matchAll(/(['"`])([^'"`\n]*)\1/g)].map((match) => match[2] ?? '')

/** The kernel knows no service: none of their paths anywhere, and none of their names where requests and settings are dealt with. */
function strangerFaults(modules: ReadonlyMap<string, string>): string[] {
  const services = [...modules].filter(([path]) => SERVICE.test(path))
  const paths = ['/api/v2', ...services.flatMap(([, text]) => literalsOf(text)).filter((literal) => /^\/[a-z]/.test(literal))]
  const names = new Set(services.map(([path]) => posix.basename(posix.dirname(path))))
  const inKernel = [...modules].filter(([path]) => layerOf(path) === 'kernel' && !isTest(path))
  return inKernel.flatMap(([path, text]) => {
    const claimed = (literal: string) => paths.some((claim) => literal === claim || literal.startsWith(`${claim}/`))
    const named = (literal: string) => /^kernel\/http\//.test(path) && names.has(literal)
    return literalsOf(text)
      .filter((literal) => claimed(literal) || named(literal))
      .map((literal) => `${path}: the kernel knows no service, but '${literal}' belongs to one; let its \`Service\` value say it`)
  })
}

function moduleFaults(path: string, text: string): string[] {
  const faults: string[] = []
  const names = path.replace(/\.[^./]+$/, '').split('/')
  const vague = names.find((name) => VAGUE.test(name.replace(/\.test$/, '')))
  if (vague) faults.push(`${path}: a module is named by its concept, not ${vague}`)
  const lines = text.split('\n').length - 1
  if (lines > MAX_LINES && !GENERATED.test(text)) faults.push(`${path}: ${lines} lines, more than ${MAX_LINES}`)
  const code = codeOf(text).trim()
  const statements = code
    .replaceAll(/\{[^}]*\}/g, (braces) => braces.replaceAll('\n', ' '))
    .split('\n')
    .map((s) => s.trim())
  if (code && statements.every((s) => s === '' || RE_EXPORT.test(s))) faults.push(`${path}: a barrel; export from where things are defined`)
  return faults
}

/** Tests of one process share what is read in: a hook that stands in a module is the first file's alone, a module that is exchanged is everybody's. */
function sharingFaults(path: string, text: string): string[] {
  const hooks = (isTest(path) || path.startsWith('tests/')) && !path.endsWith('.test.ts') && /^(before|after)(Each|All)\(/m.test(text)
  const exchanged = path.endsWith('.test.ts') && !path.endsWith('.alone.test.ts') && /^vi\.mock\(/m.test(text)
  return [
    ...(hooks ? [`${path}: hooks are set by a function that each test file calls`] : []),
    ...(exchanged ? [`${path}: a test that exchanges a module is named .alone.test.ts`] : []),
  ]
}

function folderFaults(paths: readonly string[]): string[] {
  const modules = Map.groupBy(
    paths.filter((path) => COUNTED.test(path) && !isTest(path)),
    (path) => posix.dirname(path),
  )
  const full = [...modules].filter(([, inside]) => inside.length > MAX_MODULES)
  const kernel = new Set(paths.map(kernelPlace).filter((place) => place !== undefined && !KERNEL_ORDER.includes(place)))
  return [
    ...full.map(([folder, inside]) => `${folder}: ${inside.length} modules, more than ${MAX_MODULES}`),
    ...[...kernel].map((place) => `kernel/${place} has no place in KERNEL_ORDER`),
  ]
}

/** The faults of these modules (path from the repository's root to text), one line each. */
export function layerFaults(modules: ReadonlyMap<string, string>): string[] {
  const faults = [...modules].flatMap(([path, text]) => [
    ...importFaults(path, text),
    ...moduleFaults(path, text),
    ...sharingFaults(path, text),
  ])
  return [...faults, ...folderFaults([...modules.keys()]), ...strangerFaults(modules)]
}

/** Every TypeScript and JavaScript module of the repository, also those that are not committed yet. */
function readModules(root: string): Map<string, string> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.mjs', '*.js'], {
    cwd: root,
    encoding: 'utf8',
  })
  const present = (path: string): [string, string][] => {
    try {
      return [[path, readFileSync(resolve(root, path), 'utf8')]]
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  }
  return new Map(listed.split('\n').filter(Boolean).flatMap(present))
}

if (import.meta.main) {
  const modules = readModules(resolve(dirname(fileURLToPath(import.meta.url)), '..'))
  const faults = layerFaults(modules)
  for (const fault of faults) console.error(fault)
  console.error(faults.length ? `${faults.length} faults` : `layers: ${modules.size} modules in order`)
  process.exitCode = faults.length ? 1 : 0
}
