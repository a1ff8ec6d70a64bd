import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { day, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  current,
  type Day,
  type EventOf,
  eventCatalogue,
  expiryDayErrors,
  fieldErrors,
  invalid,
  notFound,
  type Rejection,
  refuse,
} from '../../../kernel/index.js'
import type { MemberSource } from '../member/events.js'

const role = { level: safeInteger, expiresAt: nullable(day) }
const invited = t.type({
  source: oneOf(['group', 'project'] as const),
  sourceId: safeInteger,
  /** The key that seals the address; it is destroyed with the invitation. */
  subject: t.string,
  /** The address, sealed. */
  email: t.string,
  ...role,
})

const invitationEvents = eventCatalogue({
  MemberInvited: current(invited),
  InvitationChanged: current(t.type(role)),
  /** The invited person has confirmed the address, and is a member now. */
  InvitationAccepted: current(t.type({ userId: safeInteger, subject: t.string })),
  InvitationDeleted: current(t.type({ subject: t.string })),
})

/** The events of an invitation. */
export type InvitationEvent = EventOf<typeof invitationEvents>
export type InvitationData = Readonly<t.TypeOf<typeof invited>>

/** The state that `decide` needs. */
export type InvitationState =
  | { readonly kind: 'none' }
  | { readonly kind: 'pending'; readonly subject: string; readonly level: number; readonly expiresAt: Day | null }

/** The commands of an invitation. */
export type InvitationCommand =
  | ({ readonly type: 'Invite'; readonly today: Day } & InvitationData)
  /** Undefined: unchanged. */
  | {
      readonly type: 'Change'
      readonly level: number | undefined
      readonly expiresAt: Day | null | undefined
      readonly today: Day
    }
  | { readonly type: 'Accept'; readonly userId: number }
  | { readonly type: 'Delete' }

const dayErrors = (expiresAt: Day | null | undefined, today: Day) =>
  fieldErrors({ expires_at: expiryDayErrors(expiresAt, today) })

const begin = (
  { type: _, today, ...data }: Extract<InvitationCommand, { readonly type: 'Invite' }>,
  state: InvitationState,
): E.Either<Rejection, ReadonlyArray<InvitationEvent>> => {
  if (state.kind === 'pending') return refuse(invalid({ invite_email: ['has already been taken'] }))
  const wrong = dayErrors(data.expiresAt, today)
  return wrong === undefined ? E.right([{ type: 'MemberInvited', data }]) : refuse(invalid(wrong))
}

/** The invitation of one address to one group or project. */
export const invitation: Aggregate<InvitationCommand, InvitationEvent, InvitationState> = {
  category: 'invitation',
  stateVersion: 1,
  events: invitationEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Invite') return begin(command, state)
    if (state.kind === 'none') return refuse(notFound())
    switch (command.type) {
      case 'Change': {
        const { level = state.level, expiresAt = state.expiresAt, today } = command
        const wrong = dayErrors(command.expiresAt, today)
        if (wrong !== undefined) return refuse(invalid(wrong))
        const isSame = level === state.level && expiresAt === state.expiresAt
        return E.right(isSame ? [] : [{ type: 'InvitationChanged', data: { level, expiresAt } }])
      }
      case 'Accept':
        return E.right([{ type: 'InvitationAccepted', data: { userId: command.userId, subject: state.subject } }])
      case 'Delete':
        return E.right([{ type: 'InvitationDeleted', data: { subject: state.subject } }])
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'MemberInvited': {
        const { subject, level, expiresAt } = event.data
        return { kind: 'pending', subject, level, expiresAt }
      }
      case 'InvitationChanged':
        return state.kind === 'pending' ? { ...state, ...event.data } : state
      case 'InvitationAccepted':
      case 'InvitationDeleted':
        return { kind: 'none' }
    }
  },
}

/** The id of an invitation's stream; `digest`: the keyed digest of the address in lower case. */
export const invitationId = (source: MemberSource, sourceId: number, digest: string): string =>
  `${source}-${sourceId}-${digest}`
