import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  blank,
  blankOrTooLong,
  codecs,
  type FieldErrors,
  fieldErrors,
  isLonger,
  tooLong,
} from '../../../kernel/index.js'
import type { PersonalData } from '../../../ports/clock-and-ids.js'
import type { Settings } from '../../instance/settings/index.js'
import { namespacePathErrors } from '../../naming/path.js'
import { PRIVATE_ADDRESS } from './commit-address.js'
import { passwordFindings } from './instance-rules.js'

const identity = t.type({ provider: t.string, externUid: t.string })
/** The user's id at an external identity provider. */
export type Identity = Readonly<t.TypeOf<typeof identity>>

const secondaryEmail = t.type({ id: t.number, email: t.string, confirmedAt: codecs.nullable(codecs.instant) })
/** A secondary email address. */
export type SecondaryEmail = Readonly<t.TypeOf<typeof secondaryEmail>>

/** The availability of a user. */
export const AVAILABILITIES = ['not_set', 'busy'] as const

const userStatus = t.type({
  /** The name of an emoji; empty, with an empty message: no status. */
  emoji: t.string,
  message: t.string,
  availability: codecs.oneOf(AVAILABILITIES),
  /** Null: not cleared automatically. */
  clearAt: codecs.nullable(codecs.instant),
})
/** The status message of a user. */
export type StatusMessage = Readonly<t.TypeOf<typeof userStatus>>

const preferences = t.type({
  viewDiffsFileByFile: t.boolean,
  showWhitespaceInDiffs: t.boolean,
  passUserIdentitiesToCiJwt: t.boolean,
  themeId: t.number,
  colorSchemeId: t.number,
})
/** The display preferences of a user. */
export type Preferences = Readonly<t.TypeOf<typeof preferences>>

const profile = t.type({
  username: t.string,
  name: t.string,
  email: t.string,
  publicEmail: t.string,
  /** `_private` for the generated private address. */
  commitEmail: t.string,
  bio: t.string,
  location: t.string,
  skype: t.string,
  linkedin: t.string,
  twitter: t.string,
  websiteUrl: t.string,
  organization: t.string,
  jobTitle: t.string,
  pronouns: t.string,
  /** Visible to administrators only. */
  note: t.string,
  /** As returned by `storeAvatar`. */
  avatar: t.string,
  /** One per provider. */
  identities: codecs.list(identity),
  emails: codecs.list(secondaryEmail),
  status: userStatus,
  preferences,
})

/** The personal data of a user, which is stored in user events only, sealed under the user's own key. Empty text: not given. */
export type Profile = Readonly<t.TypeOf<typeof profile>>

/** The name of a user's key. */
export const subjectOf = (userId: number): string => `user-${userId}`

export const emptyProfile: Profile = {
  username: '',
  name: '',
  email: '',
  publicEmail: '',
  commitEmail: '',
  bio: '',
  location: '',
  skype: '',
  linkedin: '',
  twitter: '',
  websiteUrl: '',
  organization: '',
  jobTitle: '',
  pronouns: '',
  note: '',
  avatar: '',
  identities: [],
  emails: [],
  status: { emoji: '', message: '', availability: 'not_set', clearAt: null },
  preferences: {
    viewDiffsFileByFile: false,
    showWhitespaceInDiffs: true,
    passUserIdentitiesToCiJwt: false,
    themeId: 1,
    colorSchemeId: 1,
  },
}

/** Seals a profile under its user's key. */
export const sealProfile = (personalData: PersonalData, userId: number, clear: Profile): string =>
  personalData.seal(subjectOf(userId), JSON.stringify(clear))

/** Completes preferences that were stored before all fields existed. */
export const wholePreferences = (kept: Partial<Preferences> | undefined): Preferences => ({
  ...emptyProfile.preferences,
  ...kept,
})

/** Undefined once the user is erased. */
export const openProfile = (
  personalData: Pick<PersonalData, 'open'>,
  userId: number,
  sealed: string,
): Profile | undefined => {
  const clear = personalData.open(subjectOf(userId), sealed)
  if (clear === undefined) return undefined
  const kept = JSON.parse(clear) as Partial<Profile>
  const decoded = profile.decode({ ...emptyProfile, ...kept, preferences: wholePreferences(kept.preferences) })
  return E.isRight(decoded) ? decoded.right : undefined
}

/** The number of themes and of colour schemes. */
const THEMES = 11
const COLOR_SCHEMES = 6

const numbered = (id: number, most: number, what: string): ReadonlyArray<string> =>
  Number.isInteger(id) && id >= 1 && id <= most ? [] : [`${id} is not a valid ${what}`]

const EMAIL = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/
const URL_START = /^https?:\/\/\S+$/i

/** The errors of an email address. */
export const emailErrors = (email: string): ReadonlyArray<string> => {
  if (email.trim() === '') return blank(email)
  return EMAIL.test(email) && email.length <= 254 ? [] : ['is invalid']
}

const optionalEmailErrors = (email: string): ReadonlyArray<string> => (email === '' ? [] : emailErrors(email))

const shortText = (text: string): ReadonlyArray<string> => (text.trim() === '' ? blank(text) : tooLong(text, 255))

/** The identities, with one replaced or added for its provider. */
export const withIdentity = (identities: ReadonlyArray<Identity>, one: Identity): ReadonlyArray<Identity> =>
  identities.some(({ provider }) => provider === one.provider)
    ? identities.map((old) => (old.provider === one.provider ? one : old))
    : [...identities, one]

/** The errors of a profile, by the field names of the API; undefined where there are none. */
export const profileErrors = (clear: Profile): FieldErrors | undefined =>
  fieldErrors({
    email: emailErrors(clear.email),
    username: namespacePathErrors(clear.username, true),
    name: blankOrTooLong(clear.name),
    public_email: optionalEmailErrors(clear.publicEmail),
    commit_email: clear.commitEmail === PRIVATE_ADDRESS ? [] : optionalEmailErrors(clear.commitEmail),
    bio: tooLong(clear.bio, 255),
    location: tooLong(clear.location, 255),
    organization: tooLong(clear.organization, 255),
    job_title: tooLong(clear.jobTitle, 255),
    pronouns: tooLong(clear.pronouns, 50),
    skype: tooLong(clear.skype, 500),
    linkedin: tooLong(clear.linkedin, 500),
    twitter: tooLong(clear.twitter, 500),
    website_url: clear.websiteUrl === '' || URL_START.test(clear.websiteUrl) ? [] : ['is not a valid URL'],
    note: tooLong(clear.note, 65_536),
    theme_id: numbered(clear.preferences.themeId, THEMES, 'theme'),
    color_scheme_id: numbered(clear.preferences.colorSchemeId, COLOR_SCHEMES, 'color scheme'),
    'identities.provider': clear.identities.flatMap(({ provider }) => shortText(provider)),
    'identities.extern_uid': clear.identities.flatMap(({ externUid }) => shortText(externUid)),
  })

const passwordLength = (password: string): ReadonlyArray<string> => {
  if (password === '') return blank(password)
  return isLonger(password, 7) ? tooLong(password, 128) : ['is too short (minimum is 8 characters)']
}

/** The errors of a new password; undefined where there are none, or no password is given. */
export const passwordErrors = (password: string | undefined, settings: Settings): FieldErrors | undefined => {
  if (password === undefined) return undefined
  const found = [...passwordLength(password), ...passwordFindings(password, settings)]
  return found.length === 0 ? undefined : { password: found }
}
