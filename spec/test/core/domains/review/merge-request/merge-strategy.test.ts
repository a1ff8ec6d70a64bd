import { chooseStrategy } from '@forgefold/core/domains/review/merge-request'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const methods = fc.constantFrom('merge' as const, 'rebase_merge' as const, 'ff' as const)
const asked = fc.record({ squash: fc.boolean(), commits: fc.nat(20), hasSquashMessage: fc.boolean() })

describe('the strategy of a merge', () => {
  it('writes a merge commit by every method but fast-forward', () => {
    fc.assert(
      fc.property(methods, asked, (mergeMethod, wish) => {
        const { writesMergeCommit } = chooseStrategy({ mergeMethod, squashOption: 'default_on' }, wish)
        expect(writesMergeCommit).toBe(mergeMethod !== 'ff')
      }),
    )
  })

  it('follows the project before the merge request in squashing', () => {
    fc.assert(
      fc.property(methods, asked, (mergeMethod, wish) => {
        const many = { ...wish, commits: wish.commits + 2 }
        expect(chooseStrategy({ mergeMethod, squashOption: 'always' }, many).squashes).toBe(true)
        expect(chooseStrategy({ mergeMethod, squashOption: 'never' }, many).squashes).toBe(false)
        expect(chooseStrategy({ mergeMethod, squashOption: 'default_off' }, many).squashes).toBe(wish.squash)
      }),
    )
  })

  it('squashes a single commit only with a message of its own', () => {
    fc.assert(
      fc.property(methods, fc.nat(1), fc.boolean(), (mergeMethod, commits, hasSquashMessage) => {
        const wish = { squash: true, commits, hasSquashMessage }
        expect(chooseStrategy({ mergeMethod, squashOption: 'always' }, wish).squashes).toBe(hasSquashMessage)
      }),
    )
  })
})
