/** What a child process runs that reads documents: the `entry` of a parser pool. */
export const documentReader = new URL('./child.ts', import.meta.url)
