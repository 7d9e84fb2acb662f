/** Types of setup.mjs, which is plain JavaScript so that any Node can run it. */
export declare const root: string
export declare const cacheDir: string
export declare function ensurePackages(options: { dev: boolean }): Promise<void>
export declare function ensureNode(): Promise<string>
export declare function runNode(
  file: string,
  args: readonly string[],
  options?: { env?: Record<string, string>; nodeArgs?: readonly string[] },
): Promise<void>
export const serverFlags: readonly string[]
export const serverEnv: Readonly<Record<'NODE_COMPILE_CACHE', string>>
