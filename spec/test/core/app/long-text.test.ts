import { isLongText, textOf, utf8Length } from '@forgefold/core/app'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const inPieces = async function* (bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

it('a text comes back from its bytes, in whatever pieces they come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const bytes = Buffer.from(text)
      expect(await textOf(inPieces(bytes, size))).toBe(bytes.toString())
      expect(utf8Length(text)).toBe(bytes.length)
    }),
  )
})

it.each(['a', 'é', '€', '🙂', 'a🙂', '\ufeffa'])('a long text of %s comes back whole', async (unit) => {
  const text = unit.repeat(50_000)
  expect(isLongText(text)).toBe(Buffer.byteLength(text) > 64 * 1024)
  expect(await textOf(inPieces(Buffer.from(text), 65_536))).toBe(text)
})

it('bytes that are no text become some other text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), async (bytes) => {
      expect(typeof (await textOf(inPieces(bytes, 7)))).toBe('string')
    }),
  )
})
