import { collectPatches } from '@forgefold/core/domains/projects/repository'
import { EMPTY_TREE, type FilePatch, NO_OBJECT } from '@forgefold/core/ports'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const BYTES_A_FILE = 5 * 1024

const patchOf = (text: string, index: number): FilePatch => ({
  oldPath: `f${index}`,
  newPath: `f${index}`,
  oldMode: '100644',
  newMode: '100644',
  oldId: NO_OBJECT,
  newId: NO_OBJECT,
  kind: 'modified',
  text,
  lines: 1,
  bytes: new TextEncoder().encode(text).length,
  binary: false,
  tooLarge: false,
})

const collect = (texts: ReadonlyArray<string>, files: number) =>
  collectPatches(
    {
      async *patches() {
        yield* texts.map(patchOf)
      },
    },
    { from: EMPTY_TREE, to: EMPTY_TREE },
    { patchBytes: 1_000_000, files, lines: 1000 },
  )

describe('a collected diff', () => {
  it('counts bytes, not the units of a string', async () => {
    const half = BYTES_A_FILE / 2
    const plain = Array.from({ length: 3 }, () => 'x'.repeat(half))
    const wide = Array.from({ length: 3 }, () => '€'.repeat(half))
    expect(await collect(plain, 3)).toMatchObject({ overflow: false })
    expect(await collect(wide, 3)).toMatchObject({ overflow: true })
  })

  it('holds what comes before the file that goes over a limit, whatever the texts', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀'), maxLength: 4000 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 8 }), fc.integer({ min: 1, max: 5 }), async (texts, files) => {
        const { patches, overflow } = await collect(texts, files)
        const bytes = patches.reduce((sum, patch) => sum + patch.bytes, 0)
        expect(patches.length).toBeLessThanOrEqual(files)
        expect(bytes).toBeLessThan(files * BYTES_A_FILE)
        expect(patches.map((patch) => patch.text)).toEqual(texts.slice(0, patches.length))
        expect(overflow).toBe(patches.length < texts.length)
      }),
    )
  })
})
