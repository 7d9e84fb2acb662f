import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { COMPILER_FLAGS } from '../../../../../../kernel/cell/engine-flags.ts'

/** The engine has it, and its types come with those of browsers only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => CompiledModule
  readonly Instance: new (module: CompiledModule, imports: object) => { readonly exports: object }
}
/** A WebAssembly.Module. */
export interface CompiledModule {
  readonly [Symbol.toStringTag]: string
}

/** What is told of a module that was started. */
export type Started = (instance: object, module: CompiledModule) => void

/** What the wrapper calls to start a module; it is told of the instance by `done`. */
export function instantiate(module: CompiledModule, imports: object, done: Started): object {
  const instance = new WebAssembly.Instance(module, imports)
  done(instance, module)
  return instance.exports
}

const bytesOf = (): Buffer<ArrayBuffer> => readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))

/** Where the code lies that this engine makes of these bytes on this processor under the flags of parsers: beside the packages, where no parser may write. */
function placeOf(bytes: Uint8Array): URL {
  const made = [process.versions.v8, process.arch, cpus()[0]?.model, ...COMPILER_FLAGS].join(' ')
  const name = createHash('sha256').update(bytes).update(made).digest('hex').slice(0, 16)
  return new URL(`../../../../../../node_modules/.cache/millrace/pdfium-${name}.code`, import.meta.url)
}

/** One of the engine's own functions, which it gives out under a flag. */
function native<T>(call: string, use: (call: (...args: unknown[]) => unknown) => T): T {
  setFlagsFromString('--allow-natives-syntax')
  try {
    return use(new Script(`(...args) => ${call}`).runInThisContext())
  } finally {
    setFlagsFromString('--no-allow-natives-syntax')
  }
}

const buffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

/** PDFium's module with the code that was kept of it; undefined where there is none, or none for this engine and its flags. */
export function readPdfiumCode(): CompiledModule | undefined {
  try {
    const bytes = bytesOf()
    const code = readFileSync(placeOf(bytes))
    const found = native('%DeserializeWasmModule(args[0], args[1])', (read) => read(buffer(code), bytes))
    return found instanceof WebAssembly.Module ? found : undefined
  } catch {
    return undefined
  }
}

/** Whether `writePdfiumCode` has been here. */
export const isPdfiumCodeKept = (): boolean => existsSync(placeOf(bytesOf()))

const QUIET_MS = 300
const QUIET_SHARE = 0.02

/** Resolves when this process has nothing to do: the engine compiles beside it and tells of no end. */
async function untilQuiet(): Promise<void> {
  for (let busy = Number.POSITIVE_INFINITY; busy > QUIET_MS * 1000 * QUIET_SHARE; ) {
    const before = process.cpuUsage()
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    const { user, system } = process.cpuUsage(before)
    busy = user + system
  }
}

/**
 * Has the engine make its best code of those of PDFium's functions that documents keep busy, and keeps it. Which these are stands in the
 * folder `profile`, as the engine wrote it down over sixty documents, in a file that is named after PDFium's bytes; how to
 * have it written anew, after PDFium or Node changed, is told in ARCHITECTURE.md. To be called in a process that ends then.
 */
export async function writePdfiumCode(): Promise<void> {
  const bytes = bytesOf()
  const place = fileURLToPath(placeOf(bytes))
  mkdirSync(dirname(place), { recursive: true })
  accessSync(dirname(place), constants.W_OK)
  process.chdir(fileURLToPath(new URL('profile', import.meta.url)))
  setFlagsFromString('--experimental-wasm-pgo-from-file')
  const module = new WebAssembly.Module(bytes)
  await untilQuiet()
  setFlagsFromString('--no-experimental-wasm-pgo-from-file')
  const code = native('%SerializeWasmModule(args[0])', (write) => {
    // The engine takes code back only under the flags that it was made with.
    for (const flag of COMPILER_FLAGS) setFlagsFromString(flag)
    return write(module) as ArrayBuffer
  })
  writeFileSync(`${place}.${process.pid}`, new Uint8Array(code))
  renameSync(`${place}.${process.pid}`, place)
}
