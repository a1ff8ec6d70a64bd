import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, millisecondsOf, refuse } from '../../../../kernel/index.js'
import { banForDownloads } from '../../../identity/user/use-cases/change-state.js'
import type { Download } from '../../project/project-repositories-port.js'
import { downloadLimit, NO_DOWNLOAD_SENTENCE } from '../instance-rules.js'

/** Which repositories each user has downloaded lately, in this process. */
export interface RecentDownloads {
  /** Notes a download and gives how many different repositories there were within the last `seconds`, `most + 1` at most. `now` in epoch seconds. */
  readonly note: (
    userId: number,
    projectId: number,
    limit: { readonly most: number; readonly seconds: number },
    now: number,
  ) => number
  /** Begins the count anew. */
  readonly forget: (userId: number) => void
}

declare module '../../../../app/forge.js' {
  interface Forge {
    readonly recentDownloads: RecentDownloads
  }
}

/**
 * Counts that the caller is about to download a repository; one too many bans them.
 *
 * What is public, deploy tokens and the anonymous do not count. Counted in this process alone; a ban begins the count anew.
 * Rejections: `Forbidden`.
 */
export const recordDownload: UseCase<Download, void> = async (
  forge,
  { principal, context },
  { projectId, isPublic },
) => {
  if (principal.kind !== 'user' || isPublic) return E.right(undefined)
  const { userId } = principal
  const user = forge.read.users.byId(userId)
  const limit = user === undefined ? undefined : downloadLimit(user, forge.settings.current())
  if (limit === undefined) return E.right(undefined)
  const now = Math.floor(millisecondsOf(forge.clock.now()) / 1000)
  if (forge.recentDownloads.note(userId, projectId, limit, now) <= limit.most) return E.right(undefined)
  await banForDownloads(forge, { principal, context })
  forge.recentDownloads.forget(userId)
  return refuse(forbidden(NO_DOWNLOAD_SENTENCE))
}
