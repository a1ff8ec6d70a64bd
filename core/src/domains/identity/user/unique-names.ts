import type { DeclarationFacts, DeclaredName } from '../../../kernel/index.js'
import { conflict } from '../../../kernel/index.js'
import { emailAddress, pathUnder } from '../../naming/unique-names.js'
import { openProfile, type Profile } from './profile.js'
import type { UserState } from './state.js'

const emailTaken = conflict('Email has already been taken')
const usernameTaken = conflict('Username has already been taken')

/** Unique names of a user: the e-mail address, and the user name, which is a path at the top. */
export const profileNames = ({ email, username }: Pick<Profile, 'email' | 'username'>): ReadonlyArray<DeclaredName> => [
  { ...emailAddress(email), refusal: () => emailTaken },
  { ...pathUnder(null, username), refusal: () => usernameTaken },
]

/** The unique names that a user's state holds; they are part of the sealed profile. */
export const userNames = (state: UserState, { id, open }: DeclarationFacts): ReadonlyArray<DeclaredName> => {
  const profile = state.kind === 'live' ? openProfile({ open }, Number(id), state.profile) : undefined
  return profile === undefined ? [] : profileNames(profile)
}
