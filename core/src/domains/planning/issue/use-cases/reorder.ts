import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/principal.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { refuse, unprocessable } from '../../../../kernel/index.js'
import { findIssue, type IssueRef, issueFor } from '../access.js'
import { issue } from '../decider.js'
import { mayUpdateIssue } from '../policy.js'
import type { IssueRow } from '../queries.js'
import { rankBetween } from '../rank.js'

/** The issues between which one is moved, by their global ids. */
export interface ReorderIssue {
  readonly issue: IssueRef
  readonly afterId?: number | undefined
  readonly beforeId?: number | undefined
}

/** The issue of that id where the caller may change it; undefined otherwise, as if it had not been named. */
const named = (forge: Forge, principal: Principal, id: number | undefined): IssueRow | undefined => {
  const row = id === undefined ? undefined : forge.read.issues.byId(id)
  const found = row === undefined ? undefined : findIssue(forge, principal, { project: row.projectId, iid: row.iid })
  return found !== undefined && E.isRight(found) && mayUpdateIssue(found.right.facts) ? found.right.row : undefined
}

const rankFor = (
  forge: Forge,
  projectId: number,
  after: IssueRow | undefined,
  before: IssueRow | undefined,
): string | undefined => {
  const { neighbour } = forge.read.issues
  if (after !== undefined) return rankBetween(after.rank, before?.rank ?? neighbour(projectId, after.rank, 'after'))
  if (before === undefined) return undefined
  return rankBetween(neighbour(projectId, before.rank, 'before') ?? '', before.rank)
}

/**
 * Moves an issue behind one, before another, or between both. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`; `Unprocessable`
 * where none is named.
 */
export const reorderIssue: UseCase<ReorderIssue, IssueRow> = async (forge, { principal, context }, input) => {
  const found = issueFor(forge, principal, input.issue, mayUpdateIssue)
  if (E.isLeft(found)) return found
  const { row } = found.right
  const [after, before] = [named(forge, principal, input.afterId), named(forge, principal, input.beforeId)]
  const rank = rankFor(forge, row.projectId, after, before)
  if (rank === undefined) return refuse(unprocessable('Unprocessable Entity'))
  const done = await forge.aggregates.execute(issue, row.id, { type: 'Reorder', rank }, context)
  return E.isLeft(done) ? done : E.right(forge.read.issues.byId(row.id) ?? row)
}
