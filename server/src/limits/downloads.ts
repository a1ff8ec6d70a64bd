import type { Principal } from '@forgefold/core/access'
import type { CommandContext, Forge } from '@forgefold/core/app'
import { banForDownloads } from '@forgefold/core/domains/identity/user'
import { downloadLimit } from '@forgefold/core/domains/projects/repository'
import { millisecondsOf } from '@forgefold/core/kernel'
import { RecentlySeen } from './recently-seen.js'

interface Download {
  readonly principal: Principal
  readonly project: { readonly id: number; readonly isPublic: boolean }
  readonly context: () => CommandContext
}

/** By the read model, which every request of an instance shares. */
const countsOf = new WeakMap<Forge['read'], RecentlySeen<number>>()

const lately = (forge: Forge): RecentlySeen<number> => {
  const known = countsOf.get(forge.read) ?? new RecentlySeen<number>()
  countsOf.set(forge.read, known)
  return known
}

/** Said to whoever may not download a repository. */
export const NO_DOWNLOAD_SENTENCE = 'You are not allowed to download code from this project.'

/**
 * Counts that somebody is about to download a repository; true where it is one too many: the user is then banned.
 *
 * What is public, deploy tokens and the anonymous do not count. Counted in this process alone; a ban begins the count anew.
 */
export const isDownloadTooMany = async (forge: Forge, { principal, project, context }: Download): Promise<boolean> => {
  if (principal.kind !== 'user' || project.isPublic) return false
  const { userId } = principal
  const user = forge.read.users.byId(userId)
  const limit = user === undefined ? undefined : downloadLimit(user, forge.settings.current())
  if (limit === undefined) return false
  const now = Math.floor(millisecondsOf(forge.clock.now()) / 1000)
  if (lately(forge).note(userId, project.id, limit.seconds, now) <= limit.most) return false
  await banForDownloads(forge, { principal, context: context() })
  lately(forge).forget(userId)
  return true
}
