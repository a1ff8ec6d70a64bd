import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase, UseCaseResult } from '../../../../app/forge.js'
import { idempotentId } from '../../../../app/idempotent-id.js'
import { retriedWithoutPause } from '../../../../app/retry.js'
import { shownRow } from '../../../../app/shown-row.js'
import { badRequest, given, type Rejection, refuse, streamOf, unauthenticated } from '../../../../kernel/index.js'
import { describe, wholeDescription } from '../../../issuable/description.js'
import { mentionsAndReferences, referencesFrom } from '../../../issuable/references.js'
import { findProject, mayInProject, type ProjectAccess } from '../../../projects/project/access.js'
import { resourceParentAndAncestors } from '../../../projects/resource-parent/access.js'
import { milestoneTitled } from '../../milestone/facts.js'
import { findIssue, type IssueAccess, type IssueRef } from '../access.js'
import type { IssueCommand } from '../commands.js'
import { issue } from '../decider.js'
import type { IssuePair } from '../issue-notes-port.js'
import { mayAdminIssue } from '../policy.js'
import type { IssueRow } from '../queries.js'
import { issueAttributes } from '../steps/attributes.js'
import { type IssueNumbers, openIssue } from '../steps/open-issue.js'

/** An issue, and the project to which it is moved. */
export interface TransferIssue {
  readonly issue: IssueRef
  readonly toProjectId: number
}

/** An issue to clone. */
export interface CloneIssue extends TransferIssue {
  /** With its notes. */
  readonly withNotes: boolean
}

/** The issue that continues or copies another. */
type Successor = IssuePair['to']

interface Places {
  readonly principal: SignedIn
  readonly here: IssueAccess
  readonly there: ProjectAccess
}

const transferRefused = (verb: 'move' | 'clone'): Rejection =>
  badRequest(`Cannot ${verb} issue due to insufficient permissions!`)

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
  if (!may || here.right.row.movedTo !== null) return refuse(transferRefused(verb))
  return E.right({ principal, here: here.right, there: there.right })
}

/** Labels of the same titles in the other project; missing ones are left out. */
const labelsThere = (forge: Forge, row: IssueRow, projectId: number): ReadonlyArray<number> => {
  const places = resourceParentAndAncestors(forge, { kind: 'project', id: projectId })
  const found = forge.read.labels.rows(row.labelIds).map(({ title }) => forge.read.labels.named(places, title)?.id)
  return [...new Set(found.filter((id) => id !== undefined))]
}

const targetMilestone = (forge: Forge, { milestoneId }: IssueRow, projectId: number): number | null => {
  const title = milestoneId === null ? undefined : forge.read.milestones.byId(milestoneId)?.title
  return title === undefined ? null : (milestoneTitled(forge, projectId, title)?.id ?? null)
}

const textThere = async (forge: Forge, row: IssueRow, projectId: number): Promise<string | null> => {
  const text = await wholeDescription(forge, row.description)
  const path = forge.read.projects.byId(row.projectId)?.fullPath
  return text === null || path === undefined || row.projectId === projectId ? text : referencesFrom(text, path)
}

/** Creates the issue in the other project, with the attributes that exist there. */
const openThere = async (
  forge: Forge,
  { context }: Caller,
  { principal, here, there }: Places,
  authorId: number,
  numbers?: IssueNumbers,
): UseCaseResult<Successor> => {
  const { row } = here
  const projectId = there.project.id
  const wanted = {
    assigneeIds: row.assigneeIds,
    milestoneId: targetMilestone(forge, row, projectId),
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
  return openIssue(forge, draft, context, numbers)
}

/** How often another copy is created because the one before was deleted. */
const ATTEMPTS = 3

/**
 * Creates the one issue that continues another, however often and by how many its move is requested or was interrupted; another one where that
 * was deleted since.
 */
const openSuccessor = async (forge: Forge, caller: Caller, places: Places): UseCaseResult<Successor> => {
  const { row } = places.here
  const cause = { kind: 'issue-move', name: String(row.id) }
  const id = () =>
    idempotentId(forge, { cause, aggregate: issue, counter: 'issue' }, withNewCommandId(forge, caller.context))
  const opened = await retriedWithoutPause(ATTEMPTS, async (): Promise<E.Either<Rejection, Successor> | undefined> => {
    const made = await openThere(forge, caller, places, row.authorId, { id })
    if (E.isRight(made) || made.left.kind !== 'Conflict') return made
    const successorId = await id()
    if (E.isLeft(successorId)) return successorId
    const found = await forge.aggregates.load(issue, successorId.right)
    if (E.isLeft(found)) return found
    const { state } = found.right
    if (state.kind === 'live')
      return state.projectId === places.there.project.id
        ? E.right({ id: successorId.right, projectId: state.projectId })
        : refuse(transferRefused('move'))
    const holder = streamOf(issue, successorId.right)
    const released = await forge.reservations.release(cause, holder, withNewCommandId(forge, caller.context))
    return E.isLeft(released) ? released : undefined
  })
  return opened ?? refuse(transferRefused('move'))
}

/** Records in both issues that they belong together. */
const recordTransfer = async (
  forge: Forge,
  caller: Caller,
  { here, principal }: Places,
  { type, to, withNotes }: { type: 'Move' | 'NoteClone'; to: Successor; withNotes: boolean },
): UseCaseResult<IssueRow> => {
  const from = here.row
  const copied = withNotes ? await forge.issueNotes.copy(forge, caller, { from, to }) : E.right(undefined)
  if (E.isLeft(copied)) return copied
  const command: IssueCommand = { type, issueId: to.id, by: principal.userId }
  const done = await forge.aggregates.execute(issue, from.id, command, withNewCommandId(forge, caller.context))
  if (E.isLeft(done)) return type === 'Move' && done.left.kind === 'Conflict' ? refuse(transferRefused('move')) : done
  return shownRow(forge.read.issues.byId(to.id), 'issue', done.right.position)
}

/**
 * Moves an issue with its notes to another project, and closes it where it was. Rejections: `NotFound` (Project); `RecordNotFound`;
 * `BadRequest` without the right to manage both projects' issues, where it was moved before, and where it is in that project already.
 */
export const moveIssue: UseCase<TransferIssue, IssueRow> = async (forge, caller, input) => {
  const places = findPlaces(forge, caller, input, 'move')
  if (E.isLeft(places)) return places
  const { here, there } = places.right
  if (here.row.projectId === there.project.id)
    return refuse(badRequest('Cannot move issue to project it originates from!'))
  const to = await openSuccessor(forge, caller, places.right)
  return E.isLeft(to)
    ? to
    : recordTransfer(forge, caller, places.right, { type: 'Move', to: to.right, withNotes: true })
}

/**
 * Clones an issue in the name of the caller. Rejections: `NotFound` (Project); `RecordNotFound`; `BadRequest` without the right to manage both
 * projects' issues.
 */
export const cloneIssue: UseCase<CloneIssue, IssueRow> = async (forge, caller, { withNotes, ...input }) => {
  const places = findPlaces(forge, caller, input, 'clone')
  if (E.isLeft(places)) return places
  const to = await openThere(forge, caller, places.right, places.right.principal.userId)
  return E.isLeft(to) ? to : recordTransfer(forge, caller, places.right, { type: 'NoteClone', to: to.right, withNotes })
}
