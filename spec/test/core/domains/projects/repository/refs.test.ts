import { isBranchName, isRefName } from '@forgefold/core/domains/naming'
import { titleOf, trailersOf } from '@forgefold/core/domains/projects/repository'
import { plainGit } from '@forgefold/spec/git'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const part = fc.oneof(
  fc.constantFrom(
    'a',
    '.',
    '..',
    '/',
    '-',
    '.lock',
    '@',
    '@{',
    '{',
    '~',
    '^',
    ':',
    '?',
    '*',
    '[',
    '\\',
    ' ',
    'ü',
    '✓',
    '\t',
    '\u007f',
  ),
  fc.string({ maxLength: 3 }),
)
const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))

describe('names of refs', () => {
  it('are judged as git judges them', async () => {
    const git = plainGit('/', '/')
    await fc.assert(
      fc.asyncProperty(
        name.filter((text) => !text.includes('\0')),
        async (text) => {
          const full = `refs/heads/${text}`
          expect(isRefName(full)).toBe((await git.attempt('check-ref-format', full)).code === 0)
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each(['HEAD', '-x', '', 'a'.repeat(256), '0123456789abcdef0123456789abcdef01234567', 'a b', 'x.lock', '/x', 'x/'])(
    'of branches are not %j',
    (text) => expect(isBranchName(text)).toBe(false),
  )

  it.each(['main', 'feature/ü', 'a@b', '@', 'x{y}', 'v1.0'])('of branches may be %j', (text) =>
    expect(isBranchName(text)).toBe(true),
  )
})

describe('the message of a commit', () => {
  it('has its first line as title', () => {
    expect(titleOf('\n Add one \n\nbody')).toBe('Add one')
    expect(titleOf('')).toBe('')
  })

  it('has trailers in its last paragraph only', () => {
    expect(trailersOf('T\n\nbody\n\nCo-authored-by: A <a@x>\nSigned-off-by: B\n folded')).toEqual({
      'Co-authored-by': 'A <a@x>',
      'Signed-off-by': 'B folded',
    })
    expect(trailersOf('Fix: not a trailer')).toEqual({})
    expect(trailersOf('T\n\nKey: v\nplain text')).toEqual({})
  })

  it('has text, not trailers, in a last paragraph of very many lines', () => {
    const lines = (count: number): string => Array.from({ length: count }, (_, index) => `Key-${index}: v`).join('\n')
    expect(Object.keys(trailersOf(`T\n\n${lines(1000)}`))).toHaveLength(1000)
    expect(trailersOf(`T\n\n${lines(300_000)}`)).toEqual({})
  })
})
