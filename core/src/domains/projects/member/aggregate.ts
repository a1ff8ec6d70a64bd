import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, type AccessLevel } from '../../../access/access-level.js'
import {
  type Aggregate,
  conflict,
  type Day,
  expiryDayErrors,
  type FieldErrors,
  fieldErrors,
  invalid,
  isExpiryDayReached,
  notFound,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { type MemberEvent, type MemberSource, memberEvents } from './events.js'

const NAMES: Readonly<Record<AccessLevel, string>> = {
  [ACCESS.minimal]: 'Minimal Access',
  [ACCESS.guest]: 'Guest',
  [ACCESS.reporter]: 'Reporter',
  [ACCESS.developer]: 'Developer',
  [ACCESS.maintainer]: 'Maintainer',
  [ACCESS.owner]: 'Owner',
}

/** The display name of a role. */
export const roleName = (level: AccessLevel): string => NAMES[level] ?? 'No access'

/** The roles a membership may have; minimal access exists in groups only. */
const isRole = (source: MemberSource, level: AccessLevel): boolean =>
  level === ACCESS.minimal ? source === 'group' : NAMES[level] !== undefined

/** The state that `decide` needs. */
export type MemberState =
  | { readonly kind: 'none' }
  | { readonly kind: 'requested' }
  | { readonly kind: 'member'; readonly level: AccessLevel; readonly expiresAt: Day | null }

/** A new membership. */
export interface NewMembership {
  readonly source: MemberSource
  readonly sourceId: number
  readonly userId: number
  readonly level: AccessLevel
  readonly expiresAt: Day | null
  readonly today: Day
  /** The highest role inherited from the groups above; a direct role must not be lower. */
  readonly inherited: InheritedRole | undefined
}

export type MemberCommand =
  | ({ readonly type: 'Add' } & NewMembership)
  | {
      readonly type: 'Change'
      readonly source: MemberSource
      readonly level: AccessLevel
      /** Undefined: as it is. */
      readonly expiresAt: Day | null | undefined
      readonly today: Day
      readonly inherited: InheritedRole | undefined
    }
  | { readonly type: 'Remove' }
  | {
      readonly type: 'RequestAccess'
      readonly source: MemberSource
      readonly sourceId: number
      readonly userId: number
    }
  /** Accepts a request for access: the user becomes a member. */
  | ({ readonly type: 'Approve' } & NewMembership)
  | { readonly type: 'Deny' | 'Withdraw' }
  /** Ends a membership whose expiry day has come. */
  | { readonly type: 'Expire'; readonly today: Day }

export interface InheritedRole {
  readonly level: AccessLevel
  /** The display name of the group that it is inherited from. */
  readonly group: string
}

/** The validation errors of a new or changed membership, by field; undefined where there are none. */
export const membershipErrors = (wanted: {
  readonly source: MemberSource
  readonly level: number
  readonly expiresAt: Day | null | undefined
  readonly today: Day
  readonly inherited: InheritedRole | undefined
}): FieldErrors | undefined => {
  const { source, level, expiresAt, today, inherited } = wanted
  const errors: Record<string, ReadonlyArray<string>> = {}
  if (!isRole(source, level)) errors['access_level'] = ['is not included in the list']
  else if (inherited !== undefined && level < inherited.level)
    errors['access_level'] = [
      `should be greater than or equal to ${roleName(inherited.level)} inherited membership from group ${inherited.group}`,
    ]
  errors['expires_at'] = expiryDayErrors(expiresAt, today)
  return fieldErrors(errors)
}

type Decision = E.Either<Rejection, ReadonlyArray<MemberEvent>>

const begin = (wanted: NewMembership): Decision => {
  const errors = membershipErrors(wanted)
  if (errors !== undefined) return refuse(invalid(errors))
  const { source, sourceId, userId, level, expiresAt } = wanted
  return E.right([{ type: 'MemberAdded', data: { source, sourceId, userId, level, expiresAt } }])
}

const answerRequest = (
  command: Extract<MemberCommand, { readonly type: 'Approve' | 'Deny' | 'Withdraw' }>,
  state: MemberState,
): Decision => {
  if (state.kind !== 'requested') return refuse(notFound())
  if (command.type === 'Approve') return begin(command)
  return E.right([{ type: command.type === 'Deny' ? 'AccessRequestDenied' : 'AccessRequestWithdrawn', data: {} }])
}

const onMember = (
  command: Extract<MemberCommand, { readonly type: 'Change' | 'Remove' | 'Expire' }>,
  state: MemberState,
): Decision => {
  if (state.kind !== 'member') return command.type === 'Expire' ? E.right([]) : refuse(recordNotFound)
  switch (command.type) {
    case 'Change': {
      const errors = membershipErrors(command)
      if (errors !== undefined) return refuse(invalid(errors))
      const { level, expiresAt = state.expiresAt } = command
      const isSame = level === state.level && expiresAt === state.expiresAt
      return E.right(isSame ? [] : [{ type: 'MemberChanged', data: { level, expiresAt } }])
    }
    case 'Remove':
      return E.right([{ type: 'MemberRemoved', data: {} }])
    case 'Expire':
      return E.right(isExpiryDayReached(state, command.today) ? [{ type: 'MembershipExpired', data: {} }] : [])
  }
}

/** One user's membership in one group or project. */
export const member: Aggregate<MemberCommand, MemberEvent, MemberState> = {
  category: 'member',
  stateVersion: 1,
  events: memberEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    switch (command.type) {
      case 'Add':
        return state.kind === 'member' ? refuse(conflict('Member already exists')) : begin(command)
      case 'RequestAccess': {
        const { type: _, ...data } = command
        if (state.kind === 'none') return E.right([{ type: 'AccessRequested', data }])
        return refuse(invalid({ user_id: ['already exists in source'] }))
      }
      case 'Approve':
      case 'Deny':
      case 'Withdraw':
        return answerRequest(command, state)
      case 'Change':
      case 'Remove':
      case 'Expire':
        return onMember(command, state)
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'MemberAdded':
        return { kind: 'member', level: event.data.level, expiresAt: event.data.expiresAt }
      case 'MemberChanged':
        return state.kind === 'member' ? { ...state, ...event.data } : state
      case 'MemberRemoved':
      case 'MembershipExpired':
      case 'AccessRequestDenied':
      case 'AccessRequestWithdrawn':
        return { kind: 'none' }
      case 'AccessRequested':
        return { kind: 'requested' }
    }
  },
}

/** The id of a membership's stream. */
export const membershipId = (source: MemberSource, sourceId: number, userId: number): string =>
  `${source}-${sourceId}-${userId}`
