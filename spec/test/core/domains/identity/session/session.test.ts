import { type SessionCommand, session } from '@forgefold/core/domains/identity/session'
import { fold, type Instant, secondsAfter } from '@forgefold/core/kernel'
import { aggregateCases } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const START = '2022-08-22T12:00:00.000Z' as Instant
const at = fc.nat(1000).map((seconds) => secondsAfter(START, seconds))
const lifetime = fc.integer({ min: 1, max: 1000 })

const commands: fc.Arbitrary<SessionCommand> = fc.oneof(
  fc.record({
    type: fc.constant('Begin' as const),
    userId: fc.integer({ min: 1, max: 3 }),
    twoFactor: fc.boolean(),
    lifetime,
    at,
  }),
  fc.record({ type: fc.constant('Prolong' as const), lifetime, at }),
  fc.record({ type: fc.constant('EnterAdminMode' as const), lifetime, at }),
  fc.constant({ type: 'LeaveAdminMode' as const }),
  fc.constant({ type: 'End' as const }),
)

runCases('session', aggregateCases({ aggregate: session, commands }))

describe('admin mode of a session', () => {
  it('is entered only while the session is open, and is over once it is left or the session has ended', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 12 }), (asked) => {
        let state = session.initial
        for (const command of asked) {
          const decided = session.decide(command)(state)
          const isOpen = state.kind === 'open' && command.type === 'EnterAdminMode' && command.at < state.expiresAt
          if (command.type === 'EnterAdminMode') expect(E.isRight(decided)).toBe(isOpen)
          if (E.isLeft(decided)) continue
          state = fold(session, decided.right, state)
          if (command.type === 'LeaveAdminMode' || command.type === 'End' || command.type === 'Begin')
            expect(state.kind === 'open' ? state.adminUntil : undefined).toBe(undefined)
          if (command.type === 'EnterAdminMode')
            expect(state).toMatchObject({ adminUntil: secondsAfter(command.at, command.lifetime) })
        }
      }),
    )
  })
})
