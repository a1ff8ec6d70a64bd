import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, millisecondsOf, refuse } from '../../../../kernel/index.js'
import { banForDownloads } from '../../../identity/user/use-cases/change-state.js'
import type { Download } from '../../project/project-repositories-port.js'
import { downloadLimit, NO_DOWNLOAD_SENTENCE } from '../instance-rules.js'

/** Which repositories each user has downloaded recently, in this process. */
export interface RecentDownloads {
  /** Records a download and returns the number of different repositories within the last `seconds`, at most `most + 1`. `now` in epoch seconds. */
  readonly note: (
    userId: number,
    projectId: number,
    limit: { readonly most: number; readonly seconds: number },
    now: number,
  ) => number
  /** Resets the count. */
  readonly forget: (userId: number) => void
}

declare module '../../../../app/forge.js' {
  interface Forge {
    readonly recentDownloads: RecentDownloads
  }
}

/**
 * Counts a download of a repository by the caller; above the limit the caller is banned.
 *
 * Public projects, deploy tokens and anonymous callers do not count. The count is kept in this process only, and reset by a ban.
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
