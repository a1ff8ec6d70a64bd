import { type Aggregate, codecs, current, type EventOf, eventCatalogue, refuse, refused } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

/** An account that may never be overdrawn: the smallest aggregate with something to break. */
export interface Account {
  readonly open: boolean
  readonly balance: number
  readonly entries: number
}

export type AccountCommand =
  | { readonly type: 'Open' }
  | { readonly type: 'Deposit'; readonly amount: number }
  | { readonly type: 'Withdraw'; readonly amount: number }
  | { readonly type: 'Close' }

const amount = t.type({ amount: codecs.safeInteger })
const nothing = t.type({})

const accountEvents = eventCatalogue({
  AccountOpened: current(nothing),
  Deposited: current(amount),
  Withdrawn: current(amount),
  AccountClosed: current(nothing),
})

export type AccountEvent = EventOf<typeof accountEvents>

export const account: Aggregate<AccountCommand, AccountEvent, Account> = {
  category: 'account',
  stateVersion: 1,
  initial: { open: false, balance: 0, entries: 0 },
  snapshot: t.type({ open: t.boolean, balance: t.number, entries: t.number }),
  events: accountEvents,
  decide: (command) => (state) => {
    if (command.type === 'Open') return E.right(state.open ? [] : [{ type: 'AccountOpened', data: {} }])
    if (command.type === 'Close') return E.right(state.open ? [{ type: 'AccountClosed', data: {} }] : [])
    if (!state.open) return refuse(refused('closed'))
    if (command.type === 'Deposit') return E.right([{ type: 'Deposited', data: { amount: command.amount } }])
    if (state.balance < command.amount) return refuse(refused('overdrawn'))
    return E.right([{ type: 'Withdrawn', data: { amount: command.amount } }])
  },
  evolve: (state, event) => {
    const entries = state.entries + 1
    switch (event.type) {
      case 'AccountOpened':
        return { ...state, open: true, entries }
      case 'AccountClosed':
        return { ...state, open: false, entries }
      case 'Deposited':
        return { ...state, balance: state.balance + event.data.amount, entries }
      case 'Withdrawn':
        return { ...state, balance: state.balance - event.data.amount, entries }
    }
  },
}
