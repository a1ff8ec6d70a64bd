import { addUserKey, getUserKey, KEY_USAGES, listUserKeys } from '@forgefold/core/domains/identity/user-key'
import * as E from 'fp-ts/lib/Either.js'
import {
  created,
  datetime,
  listed,
  nullable,
  ok,
  oneOf,
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
import { arrayOf } from '../../shape.js'
import { AREA, ending, keyId, ofUser, userIdParam } from './delete-routes.js'
import { GPG, type Kind, SSH } from './kinds.js'
import { presentGpgKey, presentSshKey } from './presenter.js'
import { gpgKeyShape, sshKeyShape } from './shape.js'

const key = required(string(), 'The public key', { refusesBlank: true })

const sshParams = {
  title: required(string(), 'What it is called'),
  key,
  expires_at: optional(nullable(datetime()), 'When it ends; never where it is left out'),
  usage_type: optional(oneOf(KEY_USAGES), 'What it is for'),
}

const reading = ({ kind, folder, word, shape, present }: Kind): ReadonlyArray<Route> => [
  route({
    method: 'GET',
    path: `/user/${folder}`,
    area: AREA,
    summary: `List one's own ${word}s`,
    caller: 'user',
    scopes: ['read_user'],
    params: paging,
    success: { status: 200, schemaFor: arrayOf(shape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listUserKeys(forge, { principal }, { kind, userId: undefined, page })
      return E.isLeft(found) ? found : listed(found.right, page, (row) => present(row, forge))
    },
  }),
  route({
    method: 'GET',
    path: `/user/${folder}/:key_id`,
    area: AREA,
    summary: `Read one of one's own ${word}s`,
    caller: 'user',
    scopes: ['read_user'],
    params: { key_id: keyId },
    success: { status: 200, schemaFor: shape },
    handler: ({ forge, principal }, params) => {
      const found = getUserKey(forge, { principal }, { kind, userId: undefined, keyId: params.key_id })
      return E.isLeft(found) ? found : ok(present(found.right, forge))
    },
  }),
  route({
    method: 'GET',
    path: `/users/:user_id/${folder}`,
    area: AREA,
    summary: `List the ${word}s of a user`,
    caller: 'anyone',
    scopes: ['read_user'],
    params: { ...ofUser, ...paging },
    success: { status: 200, schemaFor: arrayOf(shape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listUserKeys(forge, { principal }, { kind, userId: params.user_id, page })
      return E.isLeft(found) ? found : listed(found.right, page, (row) => present(row, forge))
    },
  }),
  route({
    method: 'GET',
    path: `/users/:user_id/${folder}/:key_id`,
    area: AREA,
    summary: `Read one of the ${word}s of a user`,
    caller: 'anyone',
    scopes: ['read_user'],
    params: { ...userIdParam, key_id: keyId },
    success: { status: 200, schemaFor: shape },
    handler: ({ forge, principal }, params) => {
      const found = getUserKey(forge, { principal }, { kind, userId: params.user_id, keyId: params.key_id })
      return E.isLeft(found) ? found : ok(present(found.right, forge))
    },
  }),
]

const adding: ReadonlyArray<Route> = [
  route({
    method: 'POST',
    path: '/user/keys',
    area: AREA,
    summary: 'Add an SSH key',
    caller: 'user',
    params: sshParams,
    success: { status: 201, schemaFor: sshKeyShape },
    handler: async (context, { title, key, expires_at: expiresAt, usage_type: usage }) => {
      const wanted = { kind: 'ssh', userId: undefined, title, key, expiresAt, usage } as const
      const made = await addUserKey(context.forge, callerOf(context), wanted)
      return E.isLeft(made) ? made : created(presentSshKey(made.right, context.forge))
    },
  }),
  route({
    method: 'POST',
    path: '/users/:user_id/keys',
    area: AREA,
    summary: 'Add an SSH key to a user',
    caller: 'admin',
    params: { ...userIdParam, ...sshParams },
    success: { status: 201, schemaFor: sshKeyShape },
    handler: async (context, { user_id: userId, title, key, expires_at: expiresAt, usage_type: usage }) => {
      const wanted = { kind: 'ssh', userId, title, key, expiresAt, usage } as const
      const made = await addUserKey(context.forge, callerOf(context), wanted)
      return E.isLeft(made) ? made : created(presentSshKey(made.right, context.forge))
    },
  }),
  route({
    method: 'POST',
    path: '/user/gpg_keys',
    area: AREA,
    summary: 'Add a GPG key',
    caller: 'user',
    params: { key },
    success: { status: 201, schemaFor: gpgKeyShape },
    handler: async (context, params) => {
      const wanted = { kind: 'gpg', userId: undefined, key: params.key } as const
      return respond(presentGpgKey, 201)(await addUserKey(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    method: 'POST',
    path: '/users/:user_id/gpg_keys',
    area: AREA,
    summary: 'Add a GPG key to a user',
    caller: 'admin',
    params: { ...userIdParam, key },
    success: { status: 201, schemaFor: gpgKeyShape },
    handler: async (context, params) => {
      const wanted = { kind: 'gpg', userId: params.user_id, key: params.key } as const
      return respond(presentGpgKey, 201)(await addUserKey(context.forge, callerOf(context), wanted))
    },
  }),
]

/** SSH and GPG keys of users. */
export const userKeyRoutes: ReadonlyArray<Route> = [
  ...reading(SSH),
  ...reading(GPG),
  ...adding,
  ...ending(SSH),
  ...ending(GPG),
]
