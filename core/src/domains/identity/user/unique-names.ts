import type { DeclarationFacts, DeclaredName } from '../../../kernel/index.js'
import { conflict, invalid } from '../../../kernel/index.js'
import { emailAddress, externalIdentity, pathUnder } from '../../naming/unique-names.js'
import { openProfile, type Profile } from './profile.js'
import type { UserState } from './state.js'

const TAKEN = 'has already been taken'
const emailTaken = conflict(`Email ${TAKEN}`)
const secondaryTaken = invalid({ email: [TAKEN] })
const identityTaken = invalid({ 'identities.extern_uid': [TAKEN] })
const usernameTaken = conflict(`Username ${TAKEN}`)

/** The unique name that an address besides the primary one is. */
export const secondaryEmailName = (email: string): DeclaredName => ({
  ...emailAddress(email),
  refusal: () => secondaryTaken,
})

/** Unique names of a user: the e-mail address, the user name, which is a path at the top, and the identities elsewhere. */
export const profileNames = ({
  email,
  username,
  identities,
  emails,
}: Pick<Profile, 'email' | 'username' | 'identities' | 'emails'>): ReadonlyArray<DeclaredName> => [
  { ...emailAddress(email), refusal: () => emailTaken },
  { ...pathUnder(null, username), refusal: () => usernameTaken },
  ...emails.map((one) => secondaryEmailName(one.email)),
  ...identities.map((one) => ({ ...externalIdentity(one), refusal: () => identityTaken })),
]

/** The unique names that a user's state holds; they are part of the sealed profile. */
export const userNames = (state: UserState, { id, open }: DeclarationFacts): ReadonlyArray<DeclaredName> => {
  const profile = state.kind === 'live' ? openProfile({ open }, Number(id), state.profile) : undefined
  return profile === undefined ? [] : profileNames(profile)
}
