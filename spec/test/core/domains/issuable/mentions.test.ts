import { directlyAddressedNames, mentionedNames } from '@forgefold/core/domains/issuable'
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
