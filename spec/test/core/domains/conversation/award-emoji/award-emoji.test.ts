import { AWARDABLE_TYPES, type AwardEmojiCommand, awardEmoji } from '@forgefold/core/domains/conversation/award-emoji'
import { fold } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const data = {
  userId: fc.constantFrom(1, 2),
  name: fc.constantFrom('thumbsup', 'tada', 'heart', '', 'No', 'x'.repeat(101)),
  awardableType: fc.constantFrom(...AWARDABLE_TYPES),
  awardableId: fc.constantFrom(1, 2),
}
const commands: fc.Arbitrary<AwardEmojiCommand> = fc.oneof(
  fc.record({ type: fc.constant('Give' as const), ...data }),
  fc.record({ type: fc.constant('TakeBack' as const) }),
)

runCases('award emoji', aggregateCases({ aggregate: awardEmoji, commands }))

const award = { userId: 1, name: 'tada', awardableType: 'Issue', awardableId: 3 } as const
const given = { type: 'AwardGiven', data: award } as const

describe('an award emoji', () => {
  it('is given once and taken back once', () => {
    const none = scenario(awardEmoji)
    none.when({ type: 'TakeBack' }).thenRefused('NotFound')
    none.when({ type: 'Give', ...award }).then(given)
    none
      .given(given)
      .when({ type: 'Give', ...award })
      .thenRefused('Conflict')
    none.given(given).when({ type: 'TakeBack' }).then({ type: 'AwardTakenBack', data: {} })
    const back = none.given(given, { type: 'AwardTakenBack', data: {} })
    back.when({ type: 'TakeBack' }).thenRefused('NotFound')
    back.when({ type: 'Give', ...award }).thenRefused('Conflict')
    expect(fold(awardEmoji, [given])).toEqual({ kind: 'live', ...award })
  })

  it.each(['', 'Two words', 'UPPER', ':tada:', 'x'.repeat(101)])('has a name that could be one, not %j', (name) => {
    scenario(awardEmoji)
      .when({ type: 'Give', ...award, name })
      .thenRefused('NotFound')
  })
})
