import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase, UseCaseResult } from '../../../../app/forge.js'
import { badRequest, given, type Rejection, refuse, unauthenticated } from '../../../../kernel/index.js'
import { describe, wholeDescription } from '../../../issuable/description.js'
import { mentionsAndReferences, referencesFrom } from '../../../issuable/references.js'
import { ownersFrom } from '../../../projects/owner/access.js'
import { findProject, mayInProject, type ProjectAccess } from '../../../projects/project/access.js'
import { milestoneTitled } from '../../milestone/facts.js'
import { findIssue, type IssueAccess, type IssueRef } from '../access.js'
import type { IssueCommand } from '../commands.js'
import { issue } from '../decider.js'
import { mayAdminIssue } from '../policy.js'
import type { IssueRow } from '../queries.js'
import { issueAttributes } from '../steps/attributes.js'
import { openIssue } from '../steps/open.js'

/** An issue, and the project that it is to be in. */
export interface TransferIssue {
  readonly issue: IssueRef
  readonly toProjectId: number
}

/** An issue that is to be there twice. */
export interface CloneIssue extends TransferIssue {
  /** What people said about it too. */
  readonly withNotes: boolean
}

interface Places {
  readonly principal: SignedIn
  readonly here: IssueAccess
  readonly there: ProjectAccess
}

const findPlaces = (
  forge: Forge,
  { principal }: Caller,
  { issue: ref, toProjectId }: TransferIssue,
  verb: 'move' | 'clone',
): E.Either<Rejection, Places> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const here = findIssue(forge, principal, ref)
  if (E.isLeft(here)) return here
  const there = findProject(forge, principal, toProjectId)
  if (E.isLeft(there)) return there
  const may = mayAdminIssue(here.right.facts) && mayInProject(there.right, 'admin_issue')
  if (!may || here.right.row.movedTo !== null)
    return refuse(badRequest(`Cannot ${verb} issue due to insufficient permissions!`))
  return E.right({ principal, here: here.right, there: there.right })
}

/** Labels of the same titles in the other place; what it does not have is left behind. */
const labelsThere = (forge: Forge, row: IssueRow, projectId: number): ReadonlyArray<number> => {
  const places = ownersFrom(forge, { kind: 'project', id: projectId })
  const found = forge.read.labels.rows(row.labelIds).map(({ title }) => forge.read.labels.named(places, title)?.id)
  return [...new Set(found.filter((id) => id !== undefined))]
}

const milestoneThere = (forge: Forge, { milestoneId }: IssueRow, projectId: number): number | null => {
  const title = milestoneId === null ? undefined : forge.read.milestones.byId(milestoneId)?.title
  return title === undefined ? null : (milestoneTitled(forge, projectId, title)?.id ?? null)
}

const textThere = async (forge: Forge, row: IssueRow, projectId: number): Promise<string | null> => {
  const text = await wholeDescription(forge, row.description)
  const path = forge.read.projects.byId(row.projectId)?.fullPath
  return text === null || path === undefined || row.projectId === projectId ? text : referencesFrom(text, path)
}

/** Opens the issue in the other place, as far as that has what belongs to it. */
const openThere = async (
  forge: Forge,
  { context }: Caller,
  { principal, here, there }: Places,
  authorId: number,
): UseCaseResult<IssueRow> => {
  const { row } = here
  const projectId = there.project.id
  const wanted = {
    assigneeIds: row.assigneeIds,
    milestoneId: milestoneThere(forge, row, projectId),
    dueDate: row.dueDate,
    weight: row.weight,
    issueType: row.issueType,
  }
  const attributes = await issueAttributes(forge, principal, there, wanted, context)
  if (E.isLeft(attributes)) return attributes
  const { assigneeIds = [], milestoneId = null, dueDate = null, weight, issueType } = attributes.right
  const text = await textThere(forge, row, projectId)
  const draft = {
    type: 'Create',
    projectId,
    authorId,
    title: row.title,
    description: await describe(forge, text),
    ...mentionsAndReferences(forge, { principal, projectId }, `${row.title}\n${text ?? ''}`),
    confidential: row.confidential,
    discussionLocked: row.discussionLocked,
    assigneeIds,
    labelIds: labelsThere(forge, row, projectId),
    milestoneId,
    dueDate,
    ...given({ weight, issueType }),
  } as const
  return openIssue(forge, draft, context)
}

const transfer = async (
  forge: Forge,
  caller: Caller,
  places: Places,
  { authorId, withNotes, told }: { authorId: number; withNotes: boolean; told: 'Move' | 'NoteClone' },
): UseCaseResult<IssueRow> => {
  const from = places.here.row
  const to = await openThere(forge, caller, places, authorId)
  if (E.isLeft(to)) return to
  const copied = withNotes ? await forge.issueNotes.copy(forge, caller, { from, to: to.right }) : E.right(undefined)
  if (E.isLeft(copied)) return copied
  const command: IssueCommand = { type: told, issueId: to.right.id, by: places.principal.userId }
  const done = await forge.aggregates.execute(issue, from.id, command, withNewCommandId(forge, caller.context))
  return E.isLeft(done) ? done : E.right(forge.read.issues.byId(to.right.id) ?? to.right)
}

/** Moves an issue to another project, with what people said: it is closed where it was. Rejections: `NotFound` (Project); `RecordNotFound`; `BadRequest` without the right to run both projects' issues, where it was moved before, and where it is there already. */
export const moveIssue: UseCase<TransferIssue, IssueRow> = async (forge, caller, input) => {
  const places = findPlaces(forge, caller, input, 'move')
  if (E.isLeft(places)) return places
  const { here, there } = places.right
  if (here.row.projectId === there.project.id)
    return refuse(badRequest('Cannot move issue to project it originates from!'))
  return transfer(forge, caller, places.right, { authorId: here.row.authorId, withNotes: true, told: 'Move' })
}

/** Opens an issue that repeats another, in the name of the caller. Rejections: `NotFound` (Project); `RecordNotFound`; `BadRequest` without the right to run both projects' issues. */
export const cloneIssue: UseCase<CloneIssue, IssueRow> = async (forge, caller, { withNotes, ...input }) => {
  const places = findPlaces(forge, caller, input, 'clone')
  if (E.isLeft(places)) return places
  return transfer(forge, caller, places.right, {
    authorId: places.right.principal.userId,
    withNotes,
    told: 'NoteClone',
  })
}
