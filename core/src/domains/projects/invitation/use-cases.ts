import * as E from 'fp-ts/lib/Either.js'
import type { AccessLevel, Principal } from '../../../access/index.js'
import type { CommandContext } from '../../../app/command-context.js'
import { withNewCommandId } from '../../../app/command-context.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import {
  type Day,
  dayOf,
  forbidden,
  invalid,
  notAllowed,
  notFound,
  type Rejection,
  refuse,
} from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { areTooMany, mayGrant, tooManyUsers } from '../member/policy.js'
import { administeredSource, type SourceAccess, type SourceRef } from '../member/steps/source.js'
import { addMember } from '../member/use-cases/change.js'
import { invitation, invitationId } from './aggregate.js'
import type { InvitationRow } from './queries.js'

/** Whom to invite, by address or user id, and in which role. */
export interface InviteMembers extends SourceRef {
  readonly emails: ReadonlyArray<string>
  readonly userIds: ReadonlyArray<number>
  readonly level: AccessLevel
  readonly expiresAt: Day | null
}

const ADDRESS = /^[^@\s]+@[^@\s]+$/
const MAX_ADDRESS_LENGTH = 320

const idOf = (forge: Forge, { source, id }: Pick<SourceAccess, 'source' | 'id'>, email: string): string =>
  invitationId(source, id, forge.secrets.keyedDigest(`invitation\0${email.toLowerCase()}`))

const inviteAddress = async (
  forge: Forge,
  context: CommandContext,
  { source, id: sourceId }: SourceAccess,
  email: string,
  { level, expiresAt }: InviteMembers,
): Promise<E.Either<Rejection, unknown>> => {
  if (!ADDRESS.test(email) || email.length > MAX_ADDRESS_LENGTH)
    return refuse(invalid({ invite_email: ['is invalid'] }))
  const id = idOf(forge, { source, id: sourceId }, email)
  if (forge.read.invitations.byId(id) !== undefined)
    return refuse(invalid({ invite_email: ['has already been taken'] }))
  const subject = `invitation-${context.id}`
  const sealed = forge.personalData.seal(subject, email)
  const data = { source, sourceId, subject, email: sealed, level, expiresAt }
  return forge.aggregates.execute(invitation, id, { type: 'Invite', today: dayOf(context.at), ...data }, context)
}

/**
 * Invites people to a group or project: those with an account become members at once, other addresses wait until they are confirmed. Errors
 * are returned by address or user name.
 *
 * Rejections: `NotFound` (Group, Project); `Forbidden`; `NotAllowed` where memberships are locked; `BadRequest` for more than 100.
 */
export const inviteMembers: UseCase<InviteMembers, ReadonlyMap<string, Rejection>> = async (
  forge,
  { principal, context },
  input,
) => {
  const found = administeredSource(forge, principal, input)
  if (E.isLeft(found)) return found
  if (found.right.locked) return refuse(notAllowed)
  if (!mayGrant(found.right, input.level)) return refuse(forbidden())
  const emails = [...new Map(input.emails.map((email) => [email.toLowerCase(), email])).values()]
  if (areTooMany(emails.length + input.userIds.length)) return refuse(tooManyUsers)
  const { source, ref, level, expiresAt } = input
  const refusals = new Map<string, Rejection>()
  const add = async (name: string, userId: number): Promise<void> => {
    const caller = { principal, context: withNewCommandId(forge, context) }
    const added = await addMember(forge, caller, { source, ref, userId, level, expiresAt })
    if (E.isLeft(added)) refusals.set(name, added.left)
  }
  for (const email of emails) {
    const known = forge.read.users.byEmail(email)
    if (known !== undefined) {
      await add(email, known.id)
      continue
    }
    const sent = await inviteAddress(forge, withNewCommandId(forge, context), found.right, email, input)
    if (E.isLeft(sent)) refusals.set(email, sent.left)
  }
  for (const userId of input.userIds) await add(forge.read.users.byId(userId)?.username ?? String(userId), userId)
  return E.right(refusals)
}

/** Which invitations of a group or project, and which page of them. */
export interface ListInvitations extends SourceRef {
  readonly query: string | undefined
  readonly page: PageRequest
}

/** Pending invitations, for callers who may invite. Rejections: `NotFound` (Group, Project); `Forbidden`. */
export const listInvitations: Query<ListInvitations, Page<InvitationRow>> = (
  forge,
  { principal },
  { query, page, ...ref },
) => {
  const found = administeredSource(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { source, id: sourceId } = found.right
  return E.right(forge.read.invitations.list({ source, sourceId, query }, page))
}

/** An invitation as the API names it. */
export interface InvitationRef extends SourceRef {
  readonly email: string
}

interface InvitationAccess {
  readonly source: SourceAccess
  readonly row: InvitationRow
}

const find = (
  forge: Forge,
  principal: Principal,
  { email, ...ref }: InvitationRef,
): E.Either<Rejection, InvitationAccess> => {
  const source = administeredSource(forge, principal, ref)
  if (E.isLeft(source)) return source
  const row = forge.read.invitations.byId(idOf(forge, source.right, email))
  return row === undefined ? refuse(notFound()) : E.right({ source: source.right, row })
}

/** A change of an invitation; omitted fields stay as they are. */
export interface ChangeInvitation extends InvitationRef {
  readonly level: AccessLevel | undefined
  readonly expiresAt: Day | null | undefined
}

/** Changes the role of a pending invitation. Rejections: `NotFound` (Group, Project; the invitation); `Forbidden`; `Invalid` (expires_at). */
export const changeInvitation: UseCase<ChangeInvitation, InvitationRow> = async (
  forge,
  { principal, context },
  { level, expiresAt, ...ref },
) => {
  const found = find(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { source, row } = found.right
  if (!mayGrant(source, level ?? row.level) || !mayGrant(source, row.level)) return refuse(forbidden())
  const command = { type: 'Change', level, expiresAt, today: dayOf(context.at) } as const
  const done = await forge.aggregates.execute(invitation, row.id, command, context)
  if (E.isLeft(done)) return done
  return shownRow(forge.read.invitations.byId(row.id), 'invitation')
}

/** Deletes an invitation and its address. Rejections: `NotFound` (Group, Project; the invitation); `Forbidden`. */
export const deleteInvitation: UseCase<InvitationRef, void> = async (forge, { principal, context }, ref) => {
  const found = find(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row, source } = found.right
  if (!mayGrant(source, row.level)) return refuse(forbidden())
  const done = await forge.aggregates.execute(invitation, row.id, { type: 'Delete' }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
