import type { Forge } from '@forgefold/core/app'
import { userCard } from '@forgefold/core/domains/identity/user'
import {
  changeInvitation,
  deleteInvitation,
  type InvitationRow,
  inviteMembers,
  listInvitations,
} from '@forgefold/core/domains/projects/invitation'
import type { MemberSource } from '@forgefold/core/domains/projects/member'
import { badParameters } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  created,
  date,
  filter,
  listed,
  nullable,
  oneOfIntegers,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respond,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { arrayOf, day, instant, maybe, integer as number, record, text } from '../../shape.js'
import { addedMembersShape } from '../groups/shape.js'
import { sentenceOf } from './presenter.js'

const area = 'Invitations'
const LEVELS = { group: [5, 10, 20, 30, 40, 50], project: [10, 20, 30, 40, 50] }

const invitationShape = record('Invitation', {
  access_level: number,
  created_at: instant,
  expires_at: maybe(day),
  invite_email: text,
  created_by_name: maybe(text),
})

const present = (forge: Forge) => (row: InvitationRow) => ({
  access_level: row.level,
  created_at: row.createdAt,
  expires_at: row.expiresAt,
  invite_email: row.email,
  created_by_name: row.createdBy === null ? null : userCard(forge, row.createdBy).name,
})

const several = (text = ''): ReadonlyArray<string> =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const expiresAt = optional(nullable(date()), 'The day on which the membership ends')
const address = required(string(), 'The address that is invited')

const of = (source: MemberSource): ReadonlyArray<Route> => {
  const id = source === 'group' ? groupId : projectId
  const path = `/${source}s/:id/invitations`
  return [
    route({
      method: 'GET',
      path,
      area,
      summary: `List the invitations to a ${source} that wait`,
      caller: 'user',
      params: { id, query: optional(filter(string()), 'A part of the address'), ...paging },
      success: { status: 200, schemaFor: arrayOf(invitationShape) },
      handler: ({ forge, principal }, { id: ref, query, ...given }) => {
        const page = pageRequest(given)
        const found = listInvitations(forge, { principal }, { source, ref, query, page })
        return E.isLeft(found) ? found : listed(found.right, page, present(forge))
      },
    }),
    route({
      method: 'POST',
      path,
      area,
      summary: `Invite people to a ${source}`,
      caller: 'user',
      params: {
        id,
        access_level: required(oneOfIntegers(LEVELS[source]), 'The role'),
        email: optional(string(), 'The address, or several by commas'),
        user_id: optional(string(), 'The user, or several by commas'),
        expires_at: expiresAt,
        invite_source: optional(string(), 'Where the invitation came from'),
      },
      atLeastOne: ['email', 'user_id'],
      success: { status: 201, schemaFor: addedMembersShape },
      handler: async (context, { id: ref, access_level: level, email, user_id: userId, expires_at: ends = null }) => {
        const [emails, users] = [several(email), several(userId)]
        if (emails.length + users.length === 0) return reject(badParameters('Emails cannot be blank'))
        if (users.some((one) => !/^\d{1,15}$/.test(one))) return reject(badParameters('user_id is invalid'))
        const wanted = { source, ref, emails, userIds: users.map(Number), level, expiresAt: ends }
        const invited = await inviteMembers(context.forge, callerOf(context), wanted)
        if (E.isLeft(invited)) return invited
        if (invited.right.size === 0) return created({ status: 'success' })
        const message = Object.fromEntries([...invited.right].map(([who, why]) => [who, sentenceOf(why)]))
        return created({ status: 'error', message })
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/:email`,
      area,
      summary: `Change an invitation to a ${source}`,
      caller: 'user',
      params: {
        id,
        email: address,
        access_level: optional(oneOfIntegers(LEVELS[source]), 'The role'),
        expires_at: expiresAt,
      },
      success: { status: 200, schemaFor: invitationShape },
      handler: async (context, { id: ref, email, access_level: level, expires_at: ends }) => {
        const wanted = { source, ref, email, level, expiresAt: ends }
        return respond(present(context.forge))(await changeInvitation(context.forge, callerOf(context), wanted))
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:email`,
      area,
      summary: `Take an invitation to a ${source} back`,
      caller: 'user',
      params: { id, email: address },
      success: { status: 204, description: 'It waits no more' },
      handler: async (context, { id: ref, email }) =>
        respondNoContent(await deleteInvitation(context.forge, callerOf(context), { source, ref, email })),
    }),
  ]
}

/** Invitations to groups and projects (docs/reference/behaviour/projects.md#invitations). */
export const invitationRoutes: ReadonlyArray<Route> = [...of('group'), ...of('project')]
