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

/** The unique name of a secondary email address. */
export const secondaryEmailName = (email: string): DeclaredName => ({
  ...emailAddress(email),
  refusal: () => secondaryTaken,
})

/** The unique names of a user: the email address, the user name, which is a top-level path, and the identities at providers. */
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

/** The unique names of a user's state; they are part of the sealed profile. */
export const userNames = (state: UserState, { id, open }: DeclarationFacts): ReadonlyArray<DeclaredName> => {
  const profile = state.kind === 'live' ? openProfile({ open }, Number(id), state.profile) : undefined
  return profile === undefined ? [] : profileNames(profile)
}
