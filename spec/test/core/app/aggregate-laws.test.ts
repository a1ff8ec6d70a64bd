import { reservation } from '@forgefold/core/app'
import type { Instant } from '@forgefold/core/kernel'
import { streamName } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../run-cases.js'
import { type AccountCommand, type AccountEvent, account } from './account.js'

const amount = fc.integer({ min: 1, max: 100 })
const holder = fc.constantFrom('user-1', 'user-2', 'user-3').map((name) => streamName(name.slice(0, 4), name.slice(5)))
const at = fc.constant('2022-04-11T03:02:32.123Z' as Instant)

runCases(
  'reservation',
  aggregateCases({
    aggregate: reservation,
    commands: fc.oneof(
      fc.record({ type: fc.constant('Take' as const), holder, at }),
      fc.record({ type: fc.constant('TakeOver' as const), from: holder, holder, at }),
      fc.record({ type: fc.constant('Release' as const), holder }),
    ),
  }),
)

const subject = {
  aggregate: account,
  commands: fc.oneof(
    fc.constant<AccountCommand>({ type: 'Open' }),
    amount.map((of): AccountCommand => ({ type: 'Deposit', amount: of })),
    amount.map((of): AccountCommand => ({ type: 'Withdraw', amount: of })),
    fc.constant<AccountCommand>({ type: 'Close' }),
  ),
  mayRepeat: (command: AccountCommand): boolean => command.type === 'Deposit' || command.type === 'Withdraw',
}
runCases('account', aggregateCases(subject))

describe('the laws of aggregates', () => {
  const verdicts = async (broken: Partial<typeof account>, mayRepeat = subject.mayRepeat) => {
    const cases = aggregateCases({ ...subject, mayRepeat, aggregate: { ...account, ...broken } })
    const failed: Array<string> = []
    for (const { name, run } of cases)
      await run().catch(() => {
        failed.push(name.slice('account: '.length))
      })
    return failed
  }

  it('catch what breaks them', async () => {
    let calls = 0
    const restless = {
      decide: () => () => account.decide({ type: 'Deposit', amount: ++calls })({ ...account.initial, open: true }),
    }
    expect(await verdicts(restless)).toContain('decide is deterministic and leaves its arguments alone')
    const grasping: Partial<typeof account> = { evolve: (state) => Object.assign(state, { balance: 1 }) }
    expect(await verdicts(grasping)).toContain('evolve is total and leaves its arguments alone')
    const lossy = {
      events: { ...account.events, encode: (event: AccountEvent) => ({ ...account.events.encode(event), data: {} }) },
    }
    expect(await verdicts(lossy)).toContain('every event survives its codec')
    expect(await verdicts({}, () => false)).toEqual(['a repeated command is refused or yields nothing'])
    const forgetful = { evolve: (state: typeof account.initial) => ({ ...state, hidden: Math.random() }) }
    expect((await verdicts(forgetful)).length).toBeGreaterThan(0)
    expect(await verdicts({})).toEqual([])
  })
})

describe('the decider kit', () => {
  const opened = scenario(account).given({ type: 'AccountOpened', data: {} })

  it('compares what was decided', () => {
    opened.when({ type: 'Deposit', amount: 1 }).then({ type: 'Deposited', data: { amount: 1 } })
    opened.when({ type: 'Open' }).thenNothing()
    opened.when({ type: 'Withdraw', amount: 1 }).thenRefused('Refused')
    opened.when({ type: 'Withdraw', amount: 1 }).thenRefused({ kind: 'Refused', message: 'overdrawn' })
    expect(opened.state()).toEqual({ open: true, balance: 0, entries: 1 })
  })

  it('fails where it differs', () => {
    expect(() => opened.when({ type: 'Open' }).thenRefused('Refused')).toThrow()
    expect(() => opened.when({ type: 'Withdraw', amount: 1 }).thenNothing()).toThrow()
    expect(() => opened.when({ type: 'Withdraw', amount: 1 }).thenRefused('Conflict')).toThrow()
    expect(() => opened.when({ type: 'Deposit', amount: 1 }).then()).toThrow()
  })
})
