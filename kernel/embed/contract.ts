import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Embedder } from './embedder.ts'

/** What the service behind an adapter does next. */
export type Behaviour = 'embeds' | 'busy' | 'refuses' | 'babbles' | 'hangs'

export interface EmbedFixture {
  readonly embedder: Embedder
  /** Absent where there is no service that could fail. */
  readonly behave?: (behaviour: Behaviour) => void
  close(): Promise<void>
}

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0)

/** What every adapter of the embedder port does. */
export function embedContract(name: string, open: () => Promise<EmbedFixture>): void {
  describe(`embedder: ${name}`, () => {
    let fixture: EmbedFixture
    const embed = (texts: readonly string[], signal?: AbortSignal) => fixture.embedder.embed(texts, 'passage', signal ? { signal } : {})
    beforeEach(async () => {
      fixture = await open()
    })
    afterEach(() => fixture.close())

    test('gives a vector of unit length for each text, in their order, as many as there are', async () => {
      const texts = Array.from({ length: fixture.embedder.maxBatch * 2 + 1 }, (_, i) => `The wheel number ${i % 7} turns.`)
      const vectors = await embed(texts)
      expect(vectors.map((v) => v.length)).toEqual(texts.map(() => fixture.embedder.dimensions))
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
      for (const [i, vector] of vectors.entries()) expect(cosine(vector, vectors[i % 7]!)).toBeCloseTo(1, 4)
    })

    test('equal texts are equal, others are not', async () => {
      const [a, b, other] = await embed(['mill wheel', 'mill wheel', 'a letter about the harvest festival'])
      expect(cosine(a!, b!)).toBeCloseTo(1, 5)
      expect(cosine(a!, other!)).toBeLessThan(0.999)
    })

    test('no text is no work; empty and hostile ones have vectors too', async () => {
      expect(await embed([])).toEqual([])
      const vectors = await embed(['', ' ', '\u0000', '\ud800', '"}]}'.repeat(2000)])
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
    })

    test('a caller who left is not answered', async () => {
      await expect(embed(['a'], AbortSignal.abort(new Error('the caller left')))).rejects.toThrow()
    })

    test('says who it is', () => {
      const { model, dimensions, maxBatch } = fixture.embedder
      expect(model).not.toBe('')
      expect([dimensions > 1, maxBatch > 0]).toEqual([true, true])
    })

    test('what may pass is worth another try, not before it was asked for; the rest is not', async ({ skip }) => {
      const { behave } = fixture
      if (!behave) return skip('nothing behind it can fail')
      behave('busy')
      await expect(embed(['a'])).rejects.toMatchObject({ code: 'embedding_failed', retryable: true, retryAfterMs: 7000 })
      for (const behaviour of ['refuses', 'babbles'] as const) {
        behave(behaviour)
        await expect(embed(['b'])).rejects.toMatchObject({ code: 'embedding_failed', retryable: false })
      }
      behave('hangs')
      const leaving = new AbortController()
      const waiting = embed(['c'], leaving.signal)
      leaving.abort(new Error('the caller left'))
      await expect(waiting).rejects.toThrow()
    })
  })
}
