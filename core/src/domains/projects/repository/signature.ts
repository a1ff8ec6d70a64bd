import type { Forge } from '../../../app/forge.js'
import { type Instant, millisecondsOf } from '../../../kernel/index.js'
import type { Signature } from '../../../ports/git.js'
import {
  commitAddressOf,
  PRIVATE_ADDRESS,
  privateHost,
  userIdOfPrivateAddress,
} from '../../identity/user/commit-address.js'

const PLACEHOLDER_ADDRESS = /^(\d+)@users\.noreply\.invalid$/

/** The user of an email address in a commit: by a private address, by the commit address, else by the primary one; undefined for unknown addresses. */
export const userOfAddress = (forge: Forge, address: string): number | undefined => {
  if (address === PRIVATE_ADDRESS) return undefined
  const made = PLACEHOLDER_ADDRESS.exec(address)?.[1] ?? userIdOfPrivateAddress(address, privateHost(forge))
  if (made !== undefined) return forge.read.users.byId(Number(made))?.id
  return (forge.read.users.byCommitEmail(address) ?? forge.read.users.byEmail(address))?.id
}

/** A user as author, committer or tagger: the name and the commit address. */
export const signatureOf = (forge: Forge, userId: number, at: Instant): Signature => {
  const user = forge.read.users.byId(userId)
  const email = user === undefined ? '' : commitAddressOf(forge, user)
  return {
    name: user?.name ?? forge.read.users.card(userId).name,
    email: email === '' ? `${userId}@users.noreply.invalid` : email,
    seconds: Math.floor(millisecondsOf(at) / 1000),
    offset: 0,
  }
}
