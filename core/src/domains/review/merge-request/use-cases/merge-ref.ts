import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/principal.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { refuse, refused } from '../../../../kernel/index.js'
import { checkMergeability } from './check.js'
import { findMergeRequest, type MergeRequestRef } from './find.js'
import { mergeRef } from './measure-version.js'

/** The commit at `refs/merge-requests/:iid/merge`, brought up to date (docs/reference/behaviour/review.md#merge-ref). Rejections: `NotFound`, `RecordNotFound`; `Refused`. */
export const mergeRefOf = async (
  forge: Forge,
  principal: Principal,
  request: MergeRequestRef,
): UseCaseResult<string> => {
  const found = findMergeRequest(forge, principal, request, 'hidden')
  if (E.isLeft(found)) return found
  const { row } = found.right
  if (row.status !== 'opened') return refuse(refused('Merge request is not mergeable'))
  const checked = await checkMergeability(forge, row.id)
  if (E.isLeft(checked)) return checked
  if (!checked.right.mergeable) return refuse(refused('Merge request is not mergeable'))
  const commit = await forge.git.of(row.targetProjectId).ref(mergeRef(row.iid))
  return commit === undefined ? refuse(refused('Merge ref cannot be updated')) : E.right(commit)
}
