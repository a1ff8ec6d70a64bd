import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lineInNextVersion, lineMap } from '@forgefold/core/domains/conversation/discussion'
import { type PlainGit, plainGit } from '@forgefold/spec/git'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string
let git: PlainGit
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-lines-'))
  git = plainGit(folder, folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Lines = ReadonlyArray<string>

const patchBetween = async (before: Lines, after: Lines): Promise<string> => {
  const text = (lines: Lines): string => lines.map((line) => `${line}\n`).join('')
  await writeFile(join(folder, 'before'), text(before))
  await writeFile(join(folder, 'after'), text(after))
  const { stdout } = await git.attempt('diff', '--no-index', '--no-color', 'before', 'after')
  const at = stdout.indexOf('@@')
  return at < 0 ? '' : stdout.slice(at)
}

const words: fc.Arbitrary<Lines> = fc.array(fc.constantFrom('a', 'b', 'c', '', '-x', '+y', '@@ z', ' '), {
  maxLength: 30,
})
const numbersOf = (lines: Lines): ReadonlyArray<number> => lines.map((_, index) => index + 1)

describe('a map of lines', () => {
  it('agrees with git: every line is there once, with the same text on both sides', async () => {
    await fc.assert(
      fc.asyncProperty(words, words, async (before, after) => {
        const patch = await patchBetween(before, after)
        const map = lineMap(patch)
        for (const line of numbersOf(before)) {
          const now = map.oldToNew(line)
          if (now === undefined) {
            expect(map.locate({ oldLine: line, newLine: null })).toBeDefined()
            continue
          }
          expect(after[now - 1]).toBe(before[line - 1])
          expect(map.newToOld(now)).toBe(line)
          expect(map.locate({ oldLine: line, newLine: now })).toEqual({ oldAt: line, newAt: now })
          expect(map.locate({ oldLine: line, newLine: now + 1 })).toBeUndefined()
          expect(map.locate({ oldLine: line, newLine: null })).toBeUndefined()
          expect(map.locate({ oldLine: null, newLine: now })).toBeUndefined()
        }
        const added = numbersOf(after).filter((line) => map.newToOld(line) === undefined)
        for (const line of added) expect(map.locate({ oldLine: null, newLine: line })?.newAt).toBe(line)
        const kept = numbersOf(before).filter((line) => map.oldToNew(line) !== undefined)
        expect(kept.length + added.length).toBe(after.length)
      }),
      { numRuns: 150 },
    )
  })

  it('knows added and removed files', () => {
    const added = lineMap('@@ -0,0 +1,2 @@\n+a\n+b\n')
    expect(added.locate({ oldLine: null, newLine: 2 })).toEqual({ oldAt: 0, newAt: 2 })
    expect(added.locate({ oldLine: null, newLine: 3 })).toBeUndefined()
    const removed = lineMap('@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n')
    expect(removed.locate({ oldLine: 1, newLine: null })).toEqual({ oldAt: 1, newAt: 0 })
  })

  it('takes any text for a patch', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(100), fc.nat(100), (patch, oldLine, newLine) => {
        const map = lineMap(patch)
        map.locate({ oldLine, newLine })
        map.locate({ oldLine: null, newLine })
        map.newToOld(newLine)
      }),
    )
  })
})

describe('a line followed to the next version', () => {
  it('keeps its text and its side, or is undefined', async () => {
    await fc.assert(
      fc.asyncProperty(words, words, words, words, async (oldBase, oldHead, newBase, newHead) => {
        const then = lineMap(await patchBetween(oldBase, oldHead))
        const passage = {
          bases: lineMap(await patchBetween(oldBase, newBase)),
          heads: lineMap(await patchBetween(oldHead, newHead)),
          diff: lineMap(await patchBetween(newBase, newHead)),
        }
        for (const newLine of numbersOf(oldHead)) {
          const oldLine = then.newToOld(newLine) ?? null
          const now = lineInNextVersion({ oldLine, newLine }, passage)
          if (now === undefined) continue
          expect(newHead[(now.newLine ?? 0) - 1]).toBe(oldHead[newLine - 1])
          expect(now.oldLine === null).toBe(oldLine === null)
          expect(passage.diff.locate(now)).toBeDefined()
        }
      }),
      { numRuns: 40 },
    )
  })

  it('stays where nothing changed', async () => {
    const [before, after] = [
      ['a', 'b', 'c'],
      ['a', 'x', 'c', 'd'],
    ]
    const same = lineMap('')
    const passage = { bases: same, heads: same, diff: lineMap(await patchBetween(before, after)) }
    expect(lineInNextVersion({ oldLine: null, newLine: 2 }, passage)).toEqual({ oldLine: null, newLine: 2 })
    expect(lineInNextVersion({ oldLine: 2, newLine: null }, passage)).toEqual({ oldLine: 2, newLine: null })
    expect(lineInNextVersion({ oldLine: 3, newLine: 3 }, passage)).toEqual({ oldLine: 3, newLine: 3 })
  })
})
