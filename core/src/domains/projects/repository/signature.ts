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

const pad = (n: number): string => String(n).padStart(2, '0')

/** A commit may have any date; one outside of the calendar is shown as the epoch. */
export const dated = (seconds: number): Date => {
  const at = new Date(seconds * 1000)
  return Number.isNaN(at.getTime()) ? new Date(0) : at
}

/** A moment in the time zone of the commit: `2021-09-20T11:50:22.000+02:00`. */
export const gitTime = ({ seconds, offset }: Pick<Signature, 'seconds' | 'offset'>): string => {
  const at = dated(seconds + offset * 60)
  const distance = Math.abs(offset)
  const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`
  return `${at.toISOString().slice(0, -1)}${zone}`
}
