import * as t from 'io-ts'
import { day, instant, list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { runnerMinutes } from './runner-minutes.js'

/** By an administrator, or for too many downloads of repositories. */
const banReason = oneOf(['administrator', 'repository_downloads'])
export type BanReason = t.TypeOf<typeof banReason>

export const rights = {
  canCreateGroup: t.boolean,
  projectsLimit: safeInteger,
  privateProfile: t.boolean,
}

const registered = t.type({
  namespaceId: safeInteger,
  /** Sealed: see `profile.ts`. */
  profile: t.string,
  passwordHash: nullable(t.string),
  admin: t.boolean,
  external: t.boolean,
  confirmedAt: nullable(instant),
  ...rights,
})
const profileChanged = t.type({ profile: t.string })
const passwordChanged = t.type({ passwordHash: t.string })
const rightsChanged = t.partial({ ...rights, ...runnerMinutes })
const twoFactorEnabled = t.type({
  /** Sealed under the instance's key. */
  secret: t.string,
  recoveryDigests: list(t.string),
})
const recoveryCodes = t.type({ recoveryDigests: list(t.string) })
const recoveryCodeUsed = t.type({ digest: t.string })
const oneTimeCodeUsed = t.type({ step: safeInteger })
/** `digest` is the SHA-256 of the text that was accepted. */
const termsAccepted = t.type({ at: instant, digest: t.string })
const activityNoted = t.type({ on: day })
const banned = t.type({ reason: banReason })
const at = t.type({ at: instant })
const nothing = t.type({})

/** Every event of a user, with its versions. */
export const userEvents = eventCatalogue({
  UserRegistered: current(registered),
  ProfileChanged: current(profileChanged),
  PasswordChanged: current(passwordChanged),
  UserConfirmed: current(at),
  RightsChanged: current(rightsChanged),
  AdminGranted: current(nothing),
  AdminRevoked: current(nothing),
  AuditorGranted: current(nothing),
  AuditorRevoked: current(nothing),
  /** A program acts as this user, and no one signs in as them. */
  MadeBot: current(nothing),
  MadeExternal: current(nothing),
  MadeInternal: current(nothing),
  UserBlocked: current(nothing),
  UserUnblocked: current(nothing),
  UserBanned: current(banned),
  UserUnbanned: current(nothing),
  UserDeactivated: current(nothing),
  UserActivated: current(nothing),
  TwoFactorEnabled: current(twoFactorEnabled),
  TwoFactorDisabled: current(nothing),
  RecoveryCodesMade: current(recoveryCodes),
  RecoveryCodeUsed: current(recoveryCodeUsed),
  /** `step` is the 30-second window of the code: each is accepted once. */
  OneTimeCodeUsed: current(oneTimeCodeUsed),
  SecondFactorAsked: current(at),
  SignedIn: current(at),
  /** Somebody gave the right password of a blocked account. */
  SignInRefused: current(at),
  /** Registered, and not yet approved. */
  ApprovalAwaited: current(nothing),
  UserApproved: current(nothing),
  TermsAccepted: current(termsAccepted),
  TermsDeclined: current(at),
  /** Used the instance on that day; recorded while dormant accounts are deactivated. */
  ActivityNoted: current(activityNoted),
  /** The account is erased, and the key of the sealed fields is destroyed with it. */
  UserErased: current(nothing),
})

export type UserEvent = EventOf<typeof userEvents>
