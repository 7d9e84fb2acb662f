import type { Embedder } from './embedder.ts'

/** The embedder whose vectors an index holds, as it is at this moment. */
export const embedderOf = async (embedder: Embedder, index: string): Promise<Embedder> =>
  (await embedder.of?.(index)) ?? embedder.current?.() ?? embedder

/** The embedder whose vectors a build of an index holds. */
export const embedderOfBuild = (embedder: Embedder, { settings }: { readonly settings: string | null }): Embedder =>
  embedder.ofBuild?.(settings) ?? embedder.current?.() ?? embedder

/** What a wrapper of an embedder passes on of the others that it knows, each wrapped in turn. */
export const othersOf = (embedder: Embedder, around: (inner: Embedder) => Embedder): Pick<Embedder, 'current' | 'of' | 'ofBuild'> => {
  const { current, of, ofBuild } = embedder
  return {
    ...(current && { current: () => around(current()) }),
    ...(of && { of: async (index: string) => around(await of(index)) }),
    ...(ofBuild && { ofBuild: (settings: string | null) => around(ofBuild(settings)) }),
  }
}
