import {
  type ProtectedTagCommand,
  type ProtectedTagEvent,
  protectedTags,
} from '@forgefold/core/domains/projects/protected-tag'
import { fold } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const name = fc.constantFrom('v1', 'v*', '', ' ')
const protection = fc.record({
  id: fc.nat(3),
  name,
  create: fc.array(
    fc.record({
      id: fc.nat(3),
      level: fc.constantFrom(0, 30, 40),
      userId: fc.constant(null),
      groupId: fc.constant(null),
    }),
    { maxLength: 1 },
  ),
})
const commands: fc.Arbitrary<ProtectedTagCommand> = fc.oneof(
  protection.map((data) => ({ type: 'Protect' as const, ...data })),
  name.map((of) => ({ type: 'Unprotect' as const, name: of })),
)

describe('protected tags', () => {
  runCases('those of one project', aggregateCases({ aggregate: protectedTags, commands }))

  it('have each name once, and none that is blank', () =>
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 20 }), (all) => {
        const history: Array<ProtectedTagEvent> = []
        for (const command of all) {
          const decided = protectedTags.decide(command)(fold(protectedTags, history))
          if (E.isRight(decided)) history.push(...decided.right)
        }
        const names = history.reduce<ReadonlyArray<string>>(
          (known, { type, data }) =>
            type === 'TagProtected' ? [...known, data.name] : known.filter((one) => one !== data.name),
          [],
        )
        expect(new Set(names).size).toBe(names.length)
        expect(names.every((one) => one.trim() !== '')).toBe(true)
      }),
    ))

  it.each([
    ['', "Name can't be blank"],
    ['x'.repeat(256), 'Name is too long (maximum is 255 characters)'],
    ['v1', 'Name has already been taken'],
  ])('are refused the name %j', (given, reason) => {
    scenario(protectedTags)
      .given({ type: 'TagProtected', data: { id: 1, name: 'v1', create: [] } })
      .when({ type: 'Protect', id: 2, name: given, create: [] })
      .thenRefused({ kind: 'Unprocessable', message: [reason] })
  })
})
