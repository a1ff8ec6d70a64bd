import { dayAfter } from '@forgefold/core/domains/identity/personal-access-token'
import {
  changePreferences,
  listActivities,
  type Preferences,
  readPreferences,
  readStatus,
} from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  date,
  listed,
  ok,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf, day, boolean as flag, integer as number, record, type Shape, text } from '../../shape.js'
import { answerStatus, present, statusParams, statusShape } from './status.js'

const AREA = 'Users'

const preferencesShape: Shape = record('UserPreferences', {
  id: number,
  user_id: number,
  view_diffs_file_by_file: flag,
  show_whitespace_in_diffs: flag,
  pass_user_identities_to_ci_jwt: flag,
})

const presentPreferences = (own: Preferences & { readonly userId: number }) => ({
  id: own.userId,
  user_id: own.userId,
  view_diffs_file_by_file: own.viewDiffsFileByFile,
  show_whitespace_in_diffs: own.showWhitespaceInDiffs,
  pass_user_identities_to_ci_jwt: own.passUserIdentitiesToCiJwt,
})

/** The default period of activities, in days. */
const HALF_A_YEAR = 183

const activityShape: Shape = record('UserActivity', { username: text, last_activity_on: day, last_activity_at: day })

/** Routes of user status, preferences and activities. */
export const userStatusRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/user/status',
    area: AREA,
    summary: "Read one's own status",
    caller: 'user',
    scopes: ['read_user'],
    params: {},
    success: { status: 200, schemaFor: statusShape },
    handler: async ({ forge, principal }) => {
      const found = readStatus(forge, { principal }, undefined)
      return E.isLeft(found) ? found : ok(await present(forge, found.right))
    },
  }),
  route({
    method: 'GET',
    path: '/users/:user_id/status',
    area: AREA,
    summary: 'Read the status of a user',
    caller: 'anyone',
    scopes: ['read_user'],
    params: { user_id: required(string(), 'The number or the name of the user') },
    success: { status: 200, schemaFor: statusShape },
    handler: async ({ forge, principal }, params) => {
      const found = readStatus(forge, { principal }, params.user_id)
      return E.isLeft(found) ? found : ok(await present(forge, found.right))
    },
  }),
  route({
    method: 'PUT',
    path: '/user/status',
    area: AREA,
    summary: "Set one's own status; what is left out is emptied",
    caller: 'user',
    params: statusParams,
    success: { status: 200, schemaFor: statusShape },
    handler: (context, params) => answerStatus(context, params, false),
  }),
  route({
    method: 'PATCH',
    path: '/user/status',
    area: AREA,
    summary: "Change one's own status; what is left out stays",
    caller: 'user',
    params: statusParams,
    success: { status: 200, schemaFor: statusShape },
    handler: (context, params) => answerStatus(context, params, true),
  }),
  route({
    method: 'GET',
    path: '/user/preferences',
    area: AREA,
    summary: "Read one's own preferences",
    caller: 'user',
    scopes: ['read_user'],
    params: {},
    success: { status: 200, schemaFor: preferencesShape },
    handler: ({ forge, principal }) => respond(presentPreferences)(readPreferences(forge, { principal }, undefined)),
  }),
  route({
    method: 'PUT',
    path: '/user/preferences',
    area: AREA,
    summary: "Change one's own preferences",
    caller: 'user',
    params: {
      view_diffs_file_by_file: optional(boolean(), 'Show one file of a diff at a time'),
      show_whitespace_in_diffs: optional(boolean(), 'Show changes of white space'),
      pass_user_identities_to_ci_jwt: optional(boolean(), 'Put identities into the tokens of jobs; kept only'),
    },
    atLeastOne: ['view_diffs_file_by_file', 'show_whitespace_in_diffs', 'pass_user_identities_to_ci_jwt'],
    success: { status: 200, schemaFor: preferencesShape },
    handler: async (context, params) => {
      return respond(presentPreferences)(
        await changePreferences(context.forge, callerOf(context), {
          viewDiffsFileByFile: params.view_diffs_file_by_file,
          showWhitespaceInDiffs: params.show_whitespace_in_diffs,
          passUserIdentitiesToCiJwt: params.pass_user_identities_to_ci_jwt,
        }),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/user/activities',
    area: AREA,
    summary: 'List when users used the instance last',
    caller: 'admin',
    params: { from: optional(date(), 'Only from this day on; half a year where it is left out'), ...paging },
    success: { status: 200, schemaFor: arrayOf(activityShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const from = params.from ?? dayAfter(forge.clock.now(), -HALF_A_YEAR)
      const found = listActivities(forge, { principal }, { from, page })
      if (E.isLeft(found)) return found
      return listed(found.right, page, ({ username, on }) => ({
        username,
        last_activity_on: on,
        last_activity_at: on,
      }))
    },
  }),
]
