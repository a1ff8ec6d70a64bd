import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { refuse, unauthenticated } from '../../../../kernel/index.js'
import { issue } from '../decider.js'

/** An issue and a merge request that closes it, by their numbers in the instance. */
export interface Closer {
  readonly issueId: number
  readonly mergeRequestId: number
}

/** Closes an issue because the merge request was merged, in the merger's name; a closed one stays as it is. Rejections: `Unavailable`. */
export const closeByMerge: UseCase<Closer, void> = async (
  forge,
  { principal, context },
  { issueId, mergeRequestId },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const command = { type: 'Close', by: principal.userId, mergeRequestId } as const
  const done = await forge.aggregates.execute(issue, issueId, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Whether merging the merge request would close the issue. */
export interface SetCloser extends Closer {
  readonly closes: boolean
}

/** Keeps whether merging the merge request would close the issue; the instance does this by itself. Rejections: `Unavailable`. */
export const setCloser: UseCase<SetCloser, void> = async (forge, { context }, { issueId, mergeRequestId, closes }) => {
  const command = { type: closes ? 'NoteCloser' : 'DropCloser', mergeRequestId } as const
  const done = await forge.aggregates.execute(issue, issueId, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
