import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'

const { safeInteger, nullable, instant, day } = codecs

/** An administrator's word, or too many repositories downloaded. */
const banReason = t.keyof({ administrator: null, repository_downloads: null })
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
const rightsChanged = t.partial(rights)
const twoFactorEnabled = t.type({
  /** Sealed under the instance's key. */
  secret: t.string,
  recoveryDigests: t.readonlyArray(t.string),
})
const recoveryCodes = t.type({ recoveryDigests: t.readonlyArray(t.string) })
const recoveryCodeUsed = t.type({ digest: t.string })
const oneTimeCodeUsed = t.type({ step: safeInteger })
/** `digest` is the SHA-256 of the text that was accepted. */
const termsAccepted = t.type({ at: instant, digest: t.string })
const activityNoted = t.type({ on: day })
const banned = t.type({ reason: banReason })
const at = t.type({ at: instant })
const nothing = t.type({})

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

export type UserEvent =
  | { readonly type: 'UserRegistered'; readonly data: Data<typeof registered> }
  | { readonly type: 'ProfileChanged'; readonly data: Data<typeof profileChanged> }
  | { readonly type: 'PasswordChanged'; readonly data: Data<typeof passwordChanged> }
  | { readonly type: 'UserConfirmed'; readonly data: Data<typeof at> }
  | { readonly type: 'RightsChanged'; readonly data: Data<typeof rightsChanged> }
  | { readonly type: 'AdminGranted'; readonly data: Data<typeof nothing> }
  | { readonly type: 'AdminRevoked'; readonly data: Data<typeof nothing> }
  | { readonly type: 'MadeExternal'; readonly data: Data<typeof nothing> }
  | { readonly type: 'MadeInternal'; readonly data: Data<typeof nothing> }
  | { readonly type: 'UserBlocked'; readonly data: Data<typeof nothing> }
  | { readonly type: 'UserUnblocked'; readonly data: Data<typeof nothing> }
  | { readonly type: 'UserBanned'; readonly data: Data<typeof banned> }
  | { readonly type: 'UserUnbanned'; readonly data: Data<typeof nothing> }
  | { readonly type: 'UserDeactivated'; readonly data: Data<typeof nothing> }
  | { readonly type: 'UserActivated'; readonly data: Data<typeof nothing> }
  | { readonly type: 'TwoFactorEnabled'; readonly data: Data<typeof twoFactorEnabled> }
  | { readonly type: 'TwoFactorDisabled'; readonly data: Data<typeof nothing> }
  | { readonly type: 'RecoveryCodesMade'; readonly data: Data<typeof recoveryCodes> }
  | { readonly type: 'RecoveryCodeUsed'; readonly data: Data<typeof recoveryCodeUsed> }
  /** `step` is the 30-second window of the code: none is good twice. */
  | { readonly type: 'OneTimeCodeUsed'; readonly data: Data<typeof oneTimeCodeUsed> }
  | { readonly type: 'SecondFactorAsked'; readonly data: Data<typeof at> }
  | { readonly type: 'SignedIn'; readonly data: Data<typeof at> }
  /** Registered and let in by nobody yet. */
  | { readonly type: 'ApprovalAwaited'; readonly data: Data<typeof nothing> }
  | { readonly type: 'UserApproved'; readonly data: Data<typeof nothing> }
  | { readonly type: 'TermsAccepted'; readonly data: Data<typeof termsAccepted> }
  | { readonly type: 'TermsDeclined'; readonly data: Data<typeof at> }
  /** Used the instance on that day; noted while accounts that nobody uses are put to sleep. */
  | { readonly type: 'ActivityNoted'; readonly data: Data<typeof activityNoted> }
  /** The user is gone; the key of the sealed fields is destroyed with it. */
  | { readonly type: 'UserErased'; readonly data: Data<typeof nothing> }

/** Every event of a user, with its versions. */
export const userEvents = eventCatalogue<UserEvent>({
  UserRegistered: current(registered),
  ProfileChanged: current(profileChanged),
  PasswordChanged: current(passwordChanged),
  UserConfirmed: current(at),
  RightsChanged: current(rightsChanged),
  AdminGranted: current(nothing),
  AdminRevoked: current(nothing),
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
  OneTimeCodeUsed: current(oneTimeCodeUsed),
  SecondFactorAsked: current(at),
  SignedIn: current(at),
  ApprovalAwaited: current(nothing),
  UserApproved: current(nothing),
  TermsAccepted: current(termsAccepted),
  TermsDeclined: current(at),
  ActivityNoted: current(activityNoted),
  UserErased: current(nothing),
})
