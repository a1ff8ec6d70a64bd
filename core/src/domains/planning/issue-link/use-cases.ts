import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/index.js'
import { createStream } from '../../../app/create-stream.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse, unavailable } from '../../../kernel/index.js'
import { mayInProject, type ProjectRef } from '../../projects/project/access.js'
import { findIssue, type IssueAccess, type IssueRef } from '../issue/access.js'
import type { IssueRow } from '../issue/queries.js'
import { alreadyLinked, issueLink, type LinkType } from './aggregate.js'
import type { IssueLinkRow } from './queries.js'

/** The relation as seen from the requested issue. */
export type SeenLinkType = LinkType | 'is_blocked_by'

/** A linked issue as seen from the other one. */
export interface LinkedIssue {
  readonly link: IssueLinkRow
  readonly type: SeenLinkType
  readonly issue: IssueRow
}

/** A link with both of its issues. */
export interface WholeIssueLink {
  readonly link: IssueLinkRow
  readonly source: IssueRow
  readonly target: IssueRow
}

const readable = (forge: Forge, principal: Principal, id: number): IssueRow | undefined => {
  const row = forge.read.issues.byId(id)
  const found = row === undefined ? undefined : findIssue(forge, principal, { project: row.projectId, iid: row.iid })
  return found === undefined || E.isLeft(found) ? undefined : found.right.row
}

const seenFrom = (issueId: number, link: IssueLinkRow): SeenLinkType =>
  link.type === 'blocks' && link.targetId === issueId ? 'is_blocked_by' : link.type

function* linkedTo(forge: Forge, principal: Principal, id: number): Generator<LinkedIssue> {
  for (const link of forge.read.issueLinks.ofIssue(id)) {
    const issue = readable(forge, principal, link.sourceId === id ? link.targetId : link.sourceId)
    if (issue !== undefined) yield { link, type: seenFrom(id, link), issue }
  }
}

/**
 * The issues linked to one, as far as the caller may read them, oldest link first; each is read as it is asked for. Rejections: `NotFound`
 * (Project); `RecordNotFound`.
 */
export const listLinkedIssues: Query<IssueRef, Iterable<LinkedIssue>> = (forge, { principal }, ref) => {
  const found = findIssue(forge, principal, ref)
  return E.isLeft(found) ? found : E.right(linkedTo(forge, principal, found.right.row.id))
}

const mayLink = ({ facts: { project } }: IssueAccess): boolean => mayInProject(project, 'admin_issue')

const whole = (forge: Forge, principal: Principal, link: IssueLinkRow): E.Either<Rejection, WholeIssueLink> => {
  const source = readable(forge, principal, link.sourceId)
  const target = readable(forge, principal, link.targetId)
  return source === undefined || target === undefined ? refuse(notFound()) : E.right({ link, source, target })
}

/** A link of an issue, as the API names it. */
export interface IssueLinkRef {
  readonly issue: IssueRef
  readonly id: number
}

/** One link. Rejections: `NotFound` (Project; also the link, where the other issue is hidden); `RecordNotFound`. */
export const getIssueLink: Query<IssueLinkRef, WholeIssueLink> = (forge, { principal }, { issue, id }) => {
  const found = findIssue(forge, principal, issue)
  if (E.isLeft(found)) return found
  const { id: issueId } = found.right.row
  const link = forge.read.issueLinks.byId(id)
  if (link === undefined || (link.sourceId !== issueId && link.targetId !== issueId)) return refuse(notFound())
  return whole(forge, principal, link)
}

/** Two issues to be linked. */
export interface NewIssueLink {
  readonly source: IssueRef
  readonly target: { readonly project: ProjectRef; readonly iid: number }
  readonly type: SeenLinkType
}

const noIssue = notFound('No matching issue found. Make sure that you are adding a valid issue URL.')

/**
 * Links two issues; blocking links exist on paid tiers.
 *
 * Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden` below reporter in either project; `Conflict` where they are linked.
 */
export const linkIssues: UseCase<NewIssueLink, WholeIssueLink> = async (
  forge,
  { principal, context },
  { source, target, type },
) => {
  const one = findIssue(forge, principal, source)
  if (E.isLeft(one)) return one
  if (!mayLink(one.right)) return refuse(forbidden())
  if (type !== 'relates_to' && forge.instance.tier === 'free') return refuse(forbidden())
  const other = findIssue(forge, principal, target)
  if (E.isLeft(other) || other.right.row.id === one.right.row.id) return refuse(noIssue)
  if (!mayLink(other.right)) return refuse(noIssue)
  const [from, to] = type === 'is_blocked_by' ? [other.right.row, one.right.row] : [one.right.row, other.right.row]
  if (forge.read.issueLinks.between(from.id, to.id) !== undefined) return refuse(alreadyLinked)
  const link = { sourceId: from.id, targetId: to.id, type: type === 'relates_to' ? type : 'blocks' } as const
  const made = await createStream(forge, issueLink, 'issue_link', { type: 'Create', link }, context)
  if (E.isLeft(made)) return made
  const row = forge.read.issueLinks.byId(made.right.id)
  return row === undefined
    ? refuse(unavailable('the read model does not show the link'))
    : E.right({ link: row, source: from, target: to })
}

/** Deletes a link. Rejections: `NotFound` (Project; also the link); `RecordNotFound`; `Forbidden` below reporter. */
export const unlinkIssues: UseCase<IssueLinkRef, WholeIssueLink> = async (forge, { principal, context }, ref) => {
  const found = findIssue(forge, principal, ref.issue)
  if (E.isLeft(found)) return found
  if (!mayLink(found.right)) return refuse(forbidden())
  const link = getIssueLink(forge, { principal }, ref)
  if (E.isLeft(link)) return link
  const done = await forge.aggregates.execute(issueLink, ref.id, { type: 'Delete' }, context)
  return E.isLeft(done) ? done : link
}
