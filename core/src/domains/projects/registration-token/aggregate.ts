import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type Aggregate, codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

export const REGISTRATION_OWNERS = ['instance', 'group', 'project'] as const

const owner = t.type({ kind: codecs.oneOf(REGISTRATION_OWNERS), id: codecs.safeInteger })

const events = eventCatalogue({ RegistrationTokenReset: current(t.type({ owner })) })

/** The scope of a registration token; the instance has the id 0. */
export type RegistrationOwner = Readonly<t.TypeOf<typeof owner>>

/** How often the token was reset: each reset creates another one. */
export interface RegistrationTokenState {
  readonly resets: number
}

export type RegistrationTokenEvent = EventOf<typeof events>

/** The registration token of a project, a group or the instance: derived from the instance's key, so that events do not contain it. */
export const registrationToken: Aggregate<
  { readonly type: 'Reset'; readonly owner: RegistrationOwner },
  RegistrationTokenEvent,
  RegistrationTokenState
> = {
  category: 'runner_registration',
  stateVersion: 1,
  events,
  initial: { resets: 0 },
  decide:
    ({ owner: whose }) =>
    () =>
      E.right([{ type: 'RegistrationTokenReset', data: { owner: whose } }]),
  evolve: ({ resets }) => ({ resets: resets + 1 }),
}
