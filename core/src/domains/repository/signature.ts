import type { Forge } from '../../app/forge.js'
import { type Instant, millisecondsOf } from '../../kernel/index.js'
import type { Signature } from '../../ports/git.js'

/** A user as git writes them: name, and the address for commits. */
export const signatureOf = (forge: Forge, userId: number, at: Instant): Signature => {
  const user = forge.read.users.byId(userId)
  const email = [user?.commitEmail, user?.email].find((address) => address !== undefined && address !== '')
  return {
    name: user?.name ?? forge.read.users.card(userId).name,
    email: email ?? `${userId}@users.noreply.invalid`,
    seconds: Math.floor(millisecondsOf(at) / 1000),
    offset: 0,
  }
}
