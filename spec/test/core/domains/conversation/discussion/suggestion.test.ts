import {
  haveOverlap,
  type LineChange,
  linesAround,
  linesIn,
  obstacleSentence,
  suggestedBlocks,
  suggestionMessage,
  withLines,
} from '@forgefold/core/domains/conversation/discussion'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const line = fc.stringMatching(/^[a-z '.]{0,8}$/)
const lines = fc.array(line, { maxLength: 6 })
const textOf = (some: ReadonlyArray<string>): string => some.map((one) => `${one}\n`).join('')
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

describe('blocks that suggest', () => {
  it('are read back as they were written, whatever stands around them', () => {
    const block = fc.record({ above: fc.nat(100), below: fc.nat(100), lines })
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), fc.constantFrom('```', '~~~~'), (blocks, fence) => {
        const said = blocks.map(
          (one) => `why\n${fence}suggestion:-${one.above}+${one.below}\n${textOf(one.lines)}${fence}\n`,
        )
        const expected = blocks.map(({ above, below, lines }) => ({ above, below, text: textOf(lines) }))
        expect(suggestedBlocks(said.join('\n'))).toEqual(expected)
      }),
    )
  })

  it.each([
    ['```suggestion\na\n```', [[0, 0, 'a\n']]],
    ['```suggestion:-0+0\r\na\r\n```\r\n', [[0, 0, 'a\n']]],
    ['```suggestion:-2\na\n```', [[2, 0, 'a\n']]],
    ['```suggestion:+3\na\n```', [[0, 3, 'a\n']]],
    ['```suggestion:-900+101\na\n```', [[100, 100, 'a\n']]],
    ['```suggestion:around\na\n```', [[0, 0, 'a\n']]],
    ['``` suggestion more words\na\n```', [[0, 0, 'a\n']]],
    ['````suggestion\n```ts\na\n```\n````', [[0, 0, '```ts\na\n```\n']]],
    ['  ```suggestion\n    a\n  b\nc\n  ```', [[0, 0, '  a\nb\nc\n']]],
    ['```suggestion\n```', [[0, 0, '']]],
    ['```suggestion\nnever closed', [[0, 0, 'never closed\n']]],
    ['```suggestions\na\n```', []],
    ['```ts\n```suggestion\na\n```', []],
    ['    ```suggestion\n    a\n    ```', []],
    ['> ```suggestion\n> a\n> ```', []],
    ['```suggestion `x`\na\n', []],
  ] as const)('%j', (text, blocks) => {
    expect(suggestedBlocks(text)).toEqual(blocks.map(([above, below, to]) => ({ above, below, text: to })))
  })

  it('are a hundred at most', () => {
    expect(suggestedBlocks('```suggestion\na\n```\n'.repeat(200))).toHaveLength(100)
  })
})

describe('lines of a file', () => {
  it('are replaced as an editor would, and the others stay', async () => {
    const file = fc.array(line, { minLength: 1, maxLength: 12 })
    const at = fc.record({ line: fc.integer({ min: 1, max: 12 }), above: fc.nat(2), below: fc.nat(2), to: lines })
    await fc.assert(
      fc.asyncProperty(file, at, async (all, { line, above, below, to }) => {
        const range = linesAround(line, { above, below })
        const whole = bytes(textOf(all))
        const [before, inside, after] = [
          all.slice(0, range.first - 1),
          all.slice(range.first - 1, range.last),
          all.slice(range.last),
        ]
        const isThere = range.first <= all.length
        expect(await linesIn(whole, range)).toBe(isThere ? textOf(inside) : undefined)
        const changed = isThere ? textOf([...before, ...to, ...after]) : textOf(all)
        expect(Buffer.from(withLines(whole, [{ range, to: textOf(to) }])).toString()).toBe(changed)
      }),
    )
  })

  it('are replaced in several places at once, in any order', () => {
    const changes: ReadonlyArray<LineChange> = [
      { range: { first: 4, last: 4 }, to: '' },
      { range: { first: 1, last: 2 }, to: 'x\n' },
    ]
    for (const some of [changes, [...changes].reverse()])
      expect(Buffer.from(withLines(bytes('a\nb\nc\nd\ne'), some)).toString()).toBe('x\nc\ne')
  })

  it('overlap where two ranges have one in common', () => {
    const range = fc
      .tuple(fc.integer({ min: 1, max: 20 }), fc.nat(3))
      .map(([first, more]) => ({ first, last: first + more }))
    fc.assert(
      fc.property(fc.array(range, { maxLength: 5 }), (ranges) => {
        const all = ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
        expect(haveOverlap(ranges)).toBe(new Set(all).size !== all.length)
      }),
    )
  })
})

it('a message fills in what it knows', () => {
  const facts = {
    branch: 'work',
    paths: ['a', 'b'],
    suggestions: 3,
    projectName: 'App',
    projectPath: 'app',
    name: 'Ann %{username}',
    username: 'ann',
  }
  expect(suggestionMessage([undefined, null], facts)).toBe('Apply 3 suggestion(s) to 2 file(s)')
  expect(suggestionMessage([' ', '%{project_name} %{user_full_name} %{other}'], facts)).toBe(
    'App Ann %{username} %{other}',
  )
})

it('an obstacle is told in the words of the API', () => {
  const row = { id: 1, above: 0, below: 0, from: '', to: '' }
  expect(obstacleSentence('BranchDeleted', row)).toBe("Can't apply as the source branch was deleted.")
  expect(obstacleSentence('Outdated', row)).toBe("Can't apply as this line was changed in a more recent version.")
  expect(obstacleSentence('Outdated', { ...row, below: 1 })).toBe(
    "Can't apply as these lines were changed in a more recent version.",
  )
})
