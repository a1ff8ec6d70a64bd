import type { IssuableType } from '@forgefold/core/domains/issuable'
import { issue } from '@forgefold/core/domains/planning/issue'
import { mergeRequest } from '@forgefold/core/domains/review/merge-request'
import { idOf } from '@forgefold/core/kernel'
import { type Handlers, handle, type ProjectionContext } from './projection.js'

/** Deletes dependent rows with a merge request or an issue, for projections of these rows. */
export const onIssuableDeleted = (
  context: Pick<ProjectionContext, 'undecodable'>,
  forget: (type: IssuableType, id: number) => void,
): ReadonlyArray<Handlers> => [
  handle(context, mergeRequest, {
    MergeRequestDeleted: (_, { stream }) => forget('MergeRequest', Number(idOf(stream))),
  }),
  handle(context, issue, {
    IssueDeleted: (_, { stream }) => forget('Issue', Number(idOf(stream))),
  }),
]
