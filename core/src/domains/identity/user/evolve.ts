import type { UserEvent } from './events.js'
import type { LiveUser, TwoFactor, UserState } from './state.js'

const withTwoFactor = (live: LiveUser, change: (twoFactor: TwoFactor) => TwoFactor): LiveUser =>
  live.twoFactor === undefined ? live : { ...live, twoFactor: change(live.twoFactor) }

/** The initial values of everything that registration does not set. */
const UNKNOWN_YET = {
  auditor: false,
  status: 'active',
  twoFactor: undefined,
  secondFactorAskedAt: undefined,
  acceptedTerms: undefined,
  lastActivityOn: undefined,
} as const

/** The status of an account after each event that changes it. */
const STATUS_AFTER = {
  UserBlocked: 'blocked',
  UserBanned: 'banned',
  UserDeactivated: 'deactivated',
  ApprovalAwaited: 'blocked_pending_approval',
  UserApproved: 'active',
  UserUnblocked: 'active',
  UserUnbanned: 'active',
  UserActivated: 'active',
} as const

const changesStatus = (event: UserEvent): event is Extract<UserEvent, { readonly type: keyof typeof STATUS_AFTER }> =>
  Object.hasOwn(STATUS_AFTER, event.type)

/** Applies an event to a user; never refuses. */
export const evolveUser = (state: UserState, event: UserEvent): UserState => {
  if (event.type === 'UserRegistered') return { kind: 'live', ...event.data, ...UNKNOWN_YET }
  if (state.kind !== 'live') return state
  if (changesStatus(event)) return { ...state, status: STATUS_AFTER[event.type] }
  switch (event.type) {
    case 'ProfileChanged':
    case 'PasswordChanged':
    case 'RightsChanged':
      return { ...state, ...event.data }
    case 'UserConfirmed':
      return { ...state, confirmedAt: event.data.at }
    case 'AdminGranted':
    case 'AdminRevoked':
      return { ...state, admin: event.type === 'AdminGranted' }
    case 'AuditorGranted':
    case 'AuditorRevoked':
      return { ...state, auditor: event.type === 'AuditorGranted' }
    case 'MadeExternal':
    case 'MadeInternal':
      return { ...state, external: event.type === 'MadeExternal' }
    case 'TwoFactorEnabled':
      return { ...state, twoFactor: { ...event.data, lastStep: undefined } }
    case 'TwoFactorDisabled':
      return { ...state, twoFactor: undefined }
    case 'RecoveryCodesMade':
      return withTwoFactor(state, (twoFactor) => ({ ...twoFactor, ...event.data }))
    case 'RecoveryCodeUsed':
      return withTwoFactor(state, (twoFactor) => ({
        ...twoFactor,
        recoveryDigests: twoFactor.recoveryDigests.filter((digest) => digest !== event.data.digest),
      }))
    case 'OneTimeCodeUsed':
      return withTwoFactor(state, (twoFactor) => ({ ...twoFactor, lastStep: event.data.step }))
    case 'SecondFactorAsked':
      return { ...state, secondFactorAskedAt: event.data.at }
    case 'SignedIn':
    case 'SignInRefused':
    case 'MadeBot':
      return state
    case 'TermsAccepted':
      return { ...state, acceptedTerms: event.data.digest }
    case 'TermsDeclined':
      return { ...state, acceptedTerms: undefined }
    case 'ActivityNoted':
      return { ...state, lastActivityOn: event.data.on }
    case 'UserErased':
      return { kind: 'erased' }
  }
}
