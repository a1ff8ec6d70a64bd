import type { Forge } from '@forgefold/core/app'
import { directlyAddressedNames, mentionedNames, usersNamed } from '@forgefold/core/domains/issuable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('mentions', () => {
  it.each([
    ['@ann', ['ann']],
    ['ask @Ann, @bob.c and @ann.', ['ann', 'bob.c']],
    ['mail ann@example.com', []],
    ['`@ann` and ``@bob``', []],
    ['```\n@ann\n```\n@bob', ['bob']],
    ['text\n\n    @ann\n', []],
    ['<!-- @ann -->@bob', ['bob']],
    ['(@ann) [@bob] "@cid"', ['ann', 'bob', 'cid']],
    ['@', []],
    ['@-x', []],
    ['@top/sub.team/a, @top/ and x/@y', ['top/sub.team/a', 'top', 'y']],
  ])('of %j are %j', (text, names) => {
    expect(mentionedNames(text)).toEqual(names)
  })

  it.each([
    ['@ann What do you think? cc: @bob', ['ann']],
    ['- @ann can you look?', []],
    ['>>>\n@ann said\n>>>\n\n@bob @cid thank you!', ['bob', 'cid']],
    ['> @ann said', []],
    ['well, @ann', []],
    ['hello\n@ann, @bob: look', ['ann', 'bob']],
    ['```\n@ann\n```', []],
    ['@top/sub @all: look', ['top/sub', 'all']],
  ])('of %j speak to %j', (text, names) => {
    expect(directlyAddressedNames(text)).toEqual(names)
  })

  it('are the first thousand names of a text that has more', () => {
    const names = Array.from({ length: 50_000 }, (_, n) => `u${n}`)
    const text = names.map((name) => `@${name}`).join(' ')
    expect(mentionedNames(text)).toEqual(names.slice(0, 1000))
    expect(directlyAddressedNames(text)).toEqual(names.slice(0, 1000))
    expect(mentionedNames('@ann '.repeat(5000).concat('@bob'))).toEqual(['ann', 'bob'])
  })

  it('of groups stand for no one once the groups before have ten thousand members, and users are still meant', () => {
    const LARGE = 6000
    let asked = 0
    const members = (id: number): ReadonlyArray<{ readonly userId: number }> =>
      Array.from({ length: LARGE }, (_, n) => ({ userId: id * LARGE + n }))
    const forge = {
      read: {
        users: { byUsername: (name: string) => (name === 'ann' ? { id: 1 } : undefined) },
        groups: { byFullPath: (name: string) => ({ id: Number(name.slice(1)) }) },
        members: {
          list: ({ sourceId }: { readonly sourceId: number }) => {
            asked++
            return { rows: members(sourceId) }
          },
        },
      },
    } as unknown as Forge
    const groups = Array.from({ length: 100 }, (_, n) => `g${n + 1}`)
    const meant = usersNamed(forge, [...groups, 'ann'], 1)
    expect(asked).toBe(2)
    expect(meant).toHaveLength(2 * LARGE + 1)
    expect(meant.at(-1)).toBe(1)
  })

  it('that speak to somebody are mentions, whatever the text', () => {
    const piece = fc.constantFrom('@ann', '@bob', ' ', '\n', '`', '```', '>>>', 'x', ',', '- ', '<!--', '-->', '    ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const all = mentionedNames(text)
        for (const name of directlyAddressedNames(text)) expect(all).toContain(name)
      }),
    )
  })
})
