import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { conflict, type Rejection, refuse, unavailable } from '../../../../kernel/index.js'
import type { IssueCommand } from '../commands.js'
import { issue } from '../decider.js'
import type { IssueRow } from '../queries.js'

/** An issue that is to be opened, but for its number in the project. */
export type IssueDraft = Omit<Extract<IssueCommand, { readonly type: 'Create' }>, 'iid'>

const DUPLICATED = conflict('Duplicated issue')

/** The next number of the project's issues, or the one that was chosen. */
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

/** Opens an issue under the next numbers, or the one of the project that was chosen. Rejections: `Invalid`; `Conflict` where that is taken; `Unavailable`. */
export const openIssue = async (
  forge: Forge,
  draft: IssueDraft,
  context: CommandContext,
  chosen?: number,
): UseCaseResult<IssueRow> => {
  const sound = issue.decide({ ...draft, iid: 0 })(issue.initial)
  if (E.isLeft(sound)) return sound
  const [id, iid] = await Promise.all([forge.numbers.next('issue'), numberOf(forge, draft.projectId, chosen)])
  if (E.isLeft(id)) return id
  if (E.isLeft(iid)) return iid
  const made = await forge.aggregates.execute(issue, id.right, { ...draft, iid: iid.right }, context)
  if (E.isLeft(made)) return made
  const row = forge.read.issues.byId(id.right)
  return row === undefined
    ? refuse(unavailable('the read model does not show the issue', made.right.position))
    : E.right(row)
}
