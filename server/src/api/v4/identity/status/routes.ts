import type { Forge } from '@forgefold/core/app'
import { dayAfter } from '@forgefold/core/domains/identity/personal-access-token'
import {
  AVAILABILITIES,
  changePreferences,
  listActivities,
  type Preferences,
  readPreferences,
  readStatus,
  type StatusMessage,
  setStatus,
} from '@forgefold/core/domains/identity/user'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  type Decoded,
  date,
  listed,
  nullable,
  ok,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, emptiedByNull } from '../../path-ids.js'
import {
  arrayOf,
  day,
  boolean as flag,
  instant,
  maybe,
  integer as number,
  record,
  type Shape,
  text,
} from '../../shape.js'

const AREA = 'Users'

const statusShape: Shape = record('UserStatus', {
  emoji: maybe(text),
  message: maybe(text),
  availability: maybe(text),
  message_html: maybe(text),
  clear_status_at: maybe(instant),
})

const present = async (forge: Forge, { emoji, message, availability, clearAt }: StatusMessage) =>
  emoji === '' && message === ''
    ? { emoji: null, message: null, availability, message_html: null, clear_status_at: clearAt }
    : {
        emoji,
        message,
        availability,
        message_html: await forge.markdown.renderInline(message),
        clear_status_at: clearAt,
      }

/** In seconds. */
const SPANS = {
  '30_minutes': 1800,
  '3_hours': 10_800,
  '8_hours': 28_800,
  '1_day': 86_400,
  '3_days': 259_200,
  '7_days': 604_800,
  '30_days': 2_592_000,
} as const

const statusParams = {
  emoji: optional(nullable(string()), 'The name of an emoji'),
  message: optional(nullable(string()), 'At most 100 characters'),
  availability: optional(oneOf(AVAILABILITIES), 'Whether one wishes to be disturbed'),
  clear_status_after: optional(oneOf(Object.keys(SPANS) as ReadonlyArray<keyof typeof SPANS>), 'When it is over'),
}

const answerStatus = async (context: Context, params: Decoded<typeof statusParams>, keeps: boolean) => {
  const after = params.clear_status_after
  const done = await setStatus(context.forge, callerOf(context), {
    emoji: emptiedByNull(params.emoji),
    message: emptiedByNull(params.message),
    availability: params.availability,
    clearAfter: after === undefined ? undefined : SPANS[after],
    keeps,
  })
  return E.isLeft(done) ? done : ok(await present(context.forge, done.right))
}

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

/** In days: activities are shown so far back where nothing is said. */
const HALF_A_YEAR = 183

const activityShape: Shape = record('UserActivity', { username: text, last_activity_on: day, last_activity_at: day })

/** What users say of themselves just now, how they like pages, and when they were here last. */
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
    handler: ({ forge, principal }) => {
      const found = readPreferences(forge, { principal }, undefined)
      return E.isLeft(found) ? found : ok(presentPreferences(found.right))
    },
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
      const done = await changePreferences(context.forge, callerOf(context), {
        viewDiffsFileByFile: params.view_diffs_file_by_file,
        showWhitespaceInDiffs: params.show_whitespace_in_diffs,
        passUserIdentitiesToCiJwt: params.pass_user_identities_to_ci_jwt,
      })
      return E.isLeft(done) ? done : ok(presentPreferences(done.right))
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
