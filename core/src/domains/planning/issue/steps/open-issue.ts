import * as E from 'fp-ts/lib/Either.js'
import { type Beside, beginBeside } from '../../../../app/begin-beside.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import { conflict, type Rejection, refuse } from '../../../../kernel/index.js'
import type { IssueCommand } from '../commands.js'
import { issue } from '../decider.js'
import type { IssueRow } from '../queries.js'

/** A new issue without its iid. */
export type IssueDraft = Omit<Extract<IssueCommand, { readonly type: 'Create' }>, 'iid'>

/** How a new issue is numbered, and what is written concurrently with it. */
export interface IssueOpening {
  /** Default: the next number. */
  readonly id?: number | undefined
  readonly iid?: number | undefined
  readonly beside?: Beside | undefined
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

/**
 * Creates an issue under the next numbers, or the given ones. Rejections: `Invalid`; `Conflict` where one is taken; those of `beside`;
 * `Unavailable`.
 */
export const openIssue = async (
  forge: Forge,
  draft: IssueDraft,
  context: CommandContext,
  { id: known, iid: chosen, beside }: IssueOpening = {},
): UseCaseResult<IssueRow> => {
  const preflight = issue.decide({ iid: 0, ...draft })(issue.initial)
  if (E.isLeft(preflight)) return preflight
  const [id, iid] = await Promise.all([
    known === undefined ? forge.numbers.next('issue') : E.right(known),
    numberOf(forge, draft.projectId, chosen),
  ])
  if (E.isLeft(id)) return id
  if (E.isLeft(iid)) return iid
  const begin = () => forge.aggregates.execute(issue, id.right, { iid: iid.right, ...draft }, context)
  const made = await beginBeside(forge, issue, id.right, begin, beside)
  if (E.isLeft(made)) return made
  return shownRow(forge.read.issues.byId(id.right), 'issue', made.right.position)
}
