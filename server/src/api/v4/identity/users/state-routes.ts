import {
  approveUser,
  changeUserState,
  disableTwoFactorOf,
  rejectUser,
  type UserStateChange,
} from '@forgefold/core/domains/identity/user'
import { type DeprecationNote, lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { created, integer, type Route, required, respondNoContent, route } from '../../../../http/index.js'

const AREA = 'Users'
const userId = required(integer(), 'The user')

/** Repeating these answers null, the others false (docs/reference/behaviour/identity.md#user-states). */
const SILENT: ReadonlySet<UserStateChange> = new Set(['Block', 'Deactivate'])

const stateChangeRoute = (verb: string, to: UserStateChange, summary: string, life?: DeprecationNote): Route =>
  route({
    method: 'POST',
    path: `/users/:id/${verb}`,
    area: AREA,
    summary,
    caller: 'admin',
    ...life,
    params: { id: userId },
    success: { status: 201, schema: { type: ['boolean', 'null'] } },
    handler: async ({ forge, principal, command }, { id }) => {
      const changed = await changeUserState(forge, { principal, context: command() }, { userId: id, to })
      if (E.isLeft(changed)) return changed
      return created(changed.right || !SILENT.has(to) ? changed.right : null)
    },
  })

const decideRegistration = (verb: 'approve' | 'reject', summary: string): Route =>
  route({
    method: 'POST',
    path: `/users/:id/${verb}`,
    area: AREA,
    summary,
    caller: 'admin',
    params: { id: userId },
    success: { status: 201, schema: { type: 'object', properties: { message: { type: 'string' } } } },
    handler: async ({ forge, principal, command }, { id }) => {
      const decision = verb === 'approve' ? approveUser : rejectUser
      const done = await decision(forge, { principal, context: command() }, { userId: id })
      return E.isLeft(done) ? done : created({ message: 'Success' })
    },
  })

const disableTwoFactor = route({
  method: 'PATCH',
  path: '/users/:id/disable_two_factor',
  area: AREA,
  summary: 'Turn the two-factor authentication of a user off',
  caller: 'admin',
  ...lifespanOf('users.disable_two_factor'),
  params: { id: userId },
  success: { status: 204, description: 'It is off' },
  handler: async ({ forge, principal, command }, { id }) =>
    respondNoContent(await disableTwoFactorOf(forge, { principal, context: command() }, id)),
})

/** Routes that block, ban, deactivate and approve users. */
export const userStateRoutes: ReadonlyArray<Route> = [
  stateChangeRoute('block', 'Block', 'Block a user: no sign-in, no token works'),
  stateChangeRoute('unblock', 'Unblock', 'Let a blocked user in again'),
  stateChangeRoute('ban', 'Ban', 'Ban an active user: no sign-in, no token works', lifespanOf('users.ban')),
  stateChangeRoute('unban', 'Unban', 'Lift the ban of a user', lifespanOf('users.unban')),
  stateChangeRoute('deactivate', 'Deactivate', 'Deactivate a user until they come back'),
  stateChangeRoute('activate', 'Activate', 'Activate a deactivated user'),
  decideRegistration('approve', 'Approve a registered user who is waiting'),
  decideRegistration('reject', 'Reject a registered user who is waiting'),
  disableTwoFactor,
]
