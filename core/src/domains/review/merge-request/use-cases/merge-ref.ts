import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery, Lookup } from '../../../../app/forge.js'
import { refuse, refused } from '../../../../kernel/index.js'
import { findMergeRequest, type MergeRequestRef } from '../access.js'
import type { MergeRequestRow } from '../queries.js'
import { isUndecided } from '../rules/merge-status.js'
import { checkMergeability } from '../steps/check-mergeability.js'
import { mergeRef } from '../steps/versions.js'

/** Starts a mergeability check where one is due, without waiting; a failed check is due again at the next read. */
export const ensureChecked: Lookup<MergeRequestRow, void> = (forge, row) => {
  if (row.status === 'opened' && isUndecided(row.mergeStatus)) checkMergeability(forge, row.id).catch(() => undefined)
}

/** The commit at `refs/merge-requests/:iid/merge`, brought up to date (docs/reference/behaviour/review.md#merge-ref). Rejections: `NotFound`, `RecordNotFound`; `Refused`. */
export const getMergeRef: AsyncQuery<MergeRequestRef, string> = async (forge, { principal }, ref) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref })
  if (E.isLeft(found)) return found
  const { row } = found.right
  if (row.status !== 'opened') return refuse(refused('Merge request is not mergeable'))
  const checked = await checkMergeability(forge, row.id)
  if (E.isLeft(checked)) return checked
  if (!checked.right.mergeable) return refuse(refused('Merge request is not mergeable'))
  const commit = await forge.git.of(row.targetProjectId).ref(mergeRef(row.iid))
  return E.fromNullable(refused('Merge ref cannot be updated'))(commit)
}
