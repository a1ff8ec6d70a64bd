import {
  registerRunner,
  resetOwnToken,
  resetRunnerToken,
  unregisterRunner,
  verifyRunner,
} from '@forgefold/core/domains/delivery/runner'
import { type RegistrationScope, resetRegistrationToken } from '@forgefold/core/domains/projects/registration-token'
import { lifespanOf, type ReleaseItemId } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  integer,
  optional,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { withTokenGuessLimit } from '../../../../limits/guessed-token.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { newSettings, settingsParams } from './params.js'
import { presentRegistered, presentToken } from './presenter.js'
import { registeredRunnerShape, runnerTokenShape } from './shape.js'

const area = 'Runners'
const token = required(string(), 'The authentication token of the runner', { refusesBlank: true })
const registered = { status: 201, description: 'The runner with its token', schemaFor: registeredRunnerShape }
const newToken = { status: 201, description: 'The new token', schemaFor: runnerTokenShape }

const withNote = (note: string | undefined) => (note === undefined ? {} : { maintenance_note: note })

const PLACES: ReadonlyArray<{
  readonly path: string
  readonly what: string
  readonly item: ReleaseItemId
  readonly ids: { readonly id?: typeof projectId }
  readonly placeOf: (params: object) => RegistrationScope
}> = [
  {
    path: '/runners',
    what: 'the instance',
    item: 'runners.reset_registration_token',
    ids: {},
    placeOf: () => ({ kind: 'instance' }),
  },
  {
    path: '/groups/:id/runners',
    what: 'a group',
    item: 'runners.reset_registration_token_of_groups',
    ids: { id: groupId },
    placeOf: (params) => ({ kind: 'group', ref: (params as { readonly id: string }).id }),
  },
  {
    path: '/projects/:id/runners',
    what: 'a project',
    item: 'runners.reset_registration_token_of_projects',
    ids: { id: projectId },
    placeOf: (params) => ({ kind: 'project', ref: (params as { readonly id: string }).id }),
  },
]

const resets = PLACES.map(({ path, what, item, ids, placeOf }) =>
  route({
    method: 'POST',
    path: `${path}/reset_registration_token`,
    area,
    summary: `Make another token with which runners are registered for ${what}`,
    caller: 'user',
    ...lifespanOf(item),
    params: ids,
    success: newToken,
    handler: async (context, params) => {
      const done = await resetRegistrationToken(context.forge, callerOf(context), placeOf(params))
      return respond((secret: string) => presentToken({ token: secret }), 201)(done)
    },
  }),
)

/** Routes of registration, verification and deletion of runners by their tokens. */
export const runnerRegistrationRoutes: ReadonlyArray<Route> = [
  route({
    method: 'POST',
    path: '/runners',
    area,
    summary: 'Register a runner with the registration token of a project, a group or the instance',
    caller: 'anyone',
    params: {
      token: required(string(), 'The registration token', { refusesBlank: true }),
      ...settingsParams,
      maintainer_note: optional(string(), 'As `maintenance_note`', { ...lifespanOf('runners.maintainer_note') }),
    },
    exclusive: [
      ['paused', 'active'],
      ['maintainer_note', 'maintenance_note'],
    ],
    success: registered,
    handler: async (context, { token: registrationToken, maintainer_note, ...params }) => {
      const settings = newSettings({ ...params, ...withNote(maintainer_note) })
      const made = await withTokenGuessLimit(context, registrationToken, () =>
        registerRunner(context.forge, callerOf(context), { registrationToken, settings }),
      )
      return respond(presentRegistered, 201)(made)
    },
  }),
  route({
    method: 'DELETE',
    path: '/runners',
    area,
    summary: 'Remove a runner by its token',
    caller: 'anyone',
    params: { token },
    success: { status: 204, description: 'Gone' },
    handler: async (context, params) =>
      respondNoContent(
        await withTokenGuessLimit(context, params.token, () =>
          unregisterRunner(context.forge, callerOf(context), params),
        ),
      ),
  }),
  route({
    method: 'POST',
    path: '/runners/verify',
    area,
    summary: 'Whether the token is that of a runner',
    caller: 'anyone',
    params: { token },
    success: { ...registered, status: 200, description: 'It is' },
    handler: async (context, { token: secret }) => {
      const found = await withTokenGuessLimit(context, secret, () =>
        verifyRunner(context.forge, context, { token: secret }),
      )
      return respond(presentRegistered)(E.isLeft(found) ? found : E.right({ runner: found.right, token: secret }))
    },
  }),
  route({
    method: 'POST',
    path: '/runners/reset_authentication_token',
    area,
    summary: 'Give the runner with this token another one',
    caller: 'anyone',
    ...lifespanOf('runners.reset_own_authentication_token'),
    params: { token },
    success: newToken,
    handler: async (context, params) =>
      respond(
        presentToken,
        201,
      )(
        await withTokenGuessLimit(context, params.token, () => resetOwnToken(context.forge, callerOf(context), params)),
      ),
  }),
  route({
    method: 'POST',
    path: '/runners/:id/reset_authentication_token',
    area,
    summary: 'Give a runner another token',
    caller: 'user',
    ...lifespanOf('runners.reset_authentication_token'),
    params: { id: required(integer(), 'The number of the runner') },
    success: newToken,
    handler: async (context, { id }) =>
      respond(presentToken, 201)(await resetRunnerToken(context.forge, callerOf(context), { id })),
  }),
  ...resets,
]
