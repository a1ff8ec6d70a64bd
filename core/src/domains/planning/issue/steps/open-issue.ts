import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import { conflict, type Rejection, refuse } from '../../../../kernel/index.js'
import type { IssueCommand } from '../commands.js'
import { issue } from '../decider.js'
import type { IssueRow } from '../queries.js'

/** A new issue without its iid. */
export type IssueDraft = Omit<Extract<IssueCommand, { readonly type: 'Create' }>, 'iid'>

/** The numbers of a new issue. */
export interface IssueNumbers {
  /** Called once the issue is validated; default: the next number. */
  readonly id?: () => Promise<E.Either<Rejection, number>>
  readonly iid?: number | undefined
}

const DUPLICATED = conflict('Duplicated issue')

/** The next iid of the project, or the chosen one. */
const numberOf = async (
  { numbers }: Forge,
  projectId: number,
  chosen: number | undefined,
): Promise<E.Either<Rejection, number>> => {
  const counter = `project-${projectId}-issue`
  if (chosen === undefined) return numbers.next(counter)
  const isFree = await numbers.choose(counter, chosen)
  if (E.isLeft(isFree)) return isFree
  return isFree.right ? E.right(chosen) : refuse(DUPLICATED)
}

/** Creates an issue under the next numbers, or the given ones. Rejections: `Invalid`; `Conflict` where one is taken; `Unavailable`. */
export const openIssue = async (
  forge: Forge,
  draft: IssueDraft,
  context: CommandContext,
  { id: idOfIssue = () => forge.numbers.next('issue'), iid: chosen }: IssueNumbers = {},
): UseCaseResult<IssueRow> => {
  const preflight = issue.decide({ ...draft, iid: 0 })(issue.initial)
  if (E.isLeft(preflight)) return preflight
  const [id, iid] = await Promise.all([idOfIssue(), numberOf(forge, draft.projectId, chosen)])
  if (E.isLeft(id)) return id
  if (E.isLeft(iid)) return iid
  const made = await forge.aggregates.execute(issue, id.right, { ...draft, iid: iid.right }, context)
  if (E.isLeft(made)) return made
  return shownRow(forge.read.issues.byId(id.right), 'issue', made.right.position)
}
