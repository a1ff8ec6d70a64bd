import { getAnyKey, keyByFingerprint } from '@forgefold/core/domains/identity/user-key'
import {
  addDeployKey,
  changeDeployKey,
  deployKeyByFingerprint,
  enableDeployKey,
  getDeployKey,
  listAllDeployKeys,
  listDeployKeys,
  listDeployKeysOfUser,
  removeDeployKey,
} from '@forgefold/core/domains/projects/deploy-key'
import { notFound, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  datetime,
  integer,
  listed,
  nullable,
  ok,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentAnyDeployKey, presentAnyKey, presentDeployKey, presentProjectDeployKey } from './presenter.js'
import { anyKeyShape, deployKeyShape, projectDeployKeyShape } from './shape.js'

const area = 'Deploy keys'
const path = '/projects/:id/deploy_keys'
const one = { id: projectId, key_id: required(integer(), 'The number of the key') }

/** Deploy keys of projects, and any SSH key, for administrators. */
export const deployKeyRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/keys',
    area: 'SSH and GPG keys',
    summary: 'Find an SSH key by its fingerprint: of a user or of a project',
    caller: 'admin',
    params: { fingerprint: required(string(), 'MD5 in pairs of digits, or `SHA256:…`') },
    success: { status: 200, schemaFor: anyKeyShape },
    handler: ({ forge, principal }, { fingerprint }) => {
      const own = keyByFingerprint(forge, fingerprint)
      if (own !== undefined) return ok(presentAnyKey(own, forge, principal))
      const found = deployKeyByFingerprint(forge, fingerprint)
      return found === undefined ? refuse(notFound('Key')) : ok(presentAnyDeployKey(found, forge))
    },
  }),
  route({
    method: 'GET',
    path: '/keys/:id',
    area: 'SSH and GPG keys',
    summary: 'Read an SSH key with its user',
    caller: 'admin',
    params: { id: required(integer(), 'The number of the key') },
    success: { status: 200, schemaFor: anyKeyShape },
    handler: ({ forge, principal }, { id }) => {
      const found = getAnyKey(forge, { principal }, id)
      return E.isLeft(found) ? found : ok(presentAnyKey(found.right, forge, principal))
    },
  }),
  route({
    method: 'GET',
    path: '/users/:id/project_deploy_keys',
    area,
    summary: 'List the deploy keys of the projects that a user and the caller maintain both',
    caller: 'user',
    params: { id: required(string(), 'Id or user name'), ...paging },
    success: { status: 200, schemaFor: arrayOf(deployKeyShape) },
    handler: ({ forge, principal }, { id: user, ...given }) => {
      const page = pageRequest(given)
      const found = listDeployKeysOfUser(forge, { principal }, { user, page })
      return E.isLeft(found) ? found : listed(found.right, page, (row) => presentDeployKey(row, forge))
    },
  }),
  route({
    method: 'GET',
    path: '/deploy_keys',
    area,
    summary: 'List the deploy keys of the instance',
    caller: 'admin',
    params: {
      public: withDefault(boolean(), false, 'Only those that any project may take: there are none'),
      ...paging,
    },
    success: { status: 200, schemaFor: arrayOf(deployKeyShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listAllDeployKeys(forge, { principal }, { page, publicOnly: params.public })
      return E.isLeft(found) ? found : listed(found.right, page, (row) => presentDeployKey(row, forge))
    },
  }),
  route({
    method: 'GET',
    path,
    area,
    summary: 'List the deploy keys of a project',
    caller: 'user',
    params: { id: projectId, ...paging },
    success: { status: 200, schemaFor: arrayOf(projectDeployKeyShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listDeployKeys(forge, { principal }, { project: params.id, page })
      return E.isLeft(found) ? found : listed(found.right, page, presentProjectDeployKey)
    },
  }),
  route({
    method: 'POST',
    path,
    area,
    summary: 'Add a deploy key to a project',
    caller: 'user',
    params: {
      id: projectId,
      title: required(string(), 'What it is called'),
      key: required(string(), 'The public key', { refusesBlank: true }),
      can_push: withDefault(boolean(), false, 'Whether it may push to the project'),
      expires_at: optional(nullable(datetime()), 'When it ends; never where it is left out'),
    },
    success: { status: 201, schemaFor: projectDeployKeyShape },
    handler: async (context, { id, title, key, can_push: canPush, expires_at: expiresAt = null }) => {
      const wanted = { project: id, title, key, canPush, expiresAt }
      return respond(presentProjectDeployKey, 201)(await addDeployKey(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:key_id`,
    area,
    summary: 'Read one deploy key of a project',
    caller: 'user',
    params: one,
    success: { status: 200, schemaFor: projectDeployKeyShape },
    handler: ({ forge, principal }, params) =>
      respond(presentProjectDeployKey)(
        getDeployKey(forge, { principal }, { project: params.id, keyId: params.key_id }),
      ),
  }),
  route({
    method: 'PUT',
    path: `${path}/:key_id`,
    area,
    summary: 'Change a deploy key of a project',
    caller: 'user',
    params: {
      ...one,
      title: optional(string(), 'What it is called'),
      can_push: optional(boolean(), 'Whether it may push to the project'),
    },
    atLeastOne: ['title', 'can_push'],
    success: { status: 200, schemaFor: projectDeployKeyShape },
    handler: async (context, { id, key_id: keyId, title, can_push: canPush }) => {
      const wanted = { project: id, keyId, title, canPush }
      return respond(presentProjectDeployKey)(await changeDeployKey(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/:key_id`,
    area,
    summary: 'Take a deploy key from a project; one that no other project has is gone',
    caller: 'user',
    params: one,
    success: { status: 204 },
    handler: async (context, params) => {
      const ref = { project: params.id, keyId: params.key_id }
      return respondNoContent(await removeDeployKey(context.forge, callerOf(context), ref))
    },
  }),
  route({
    method: 'POST',
    path: `${path}/:key_id/enable`,
    area,
    summary: 'Enable a deploy key of another project in a project',
    caller: 'user',
    params: one,
    success: { status: 201, schemaFor: projectDeployKeyShape },
    handler: async (context, params) => {
      const ref = { project: params.id, keyId: params.key_id }
      return respond(presentProjectDeployKey, 201)(await enableDeployKey(context.forge, callerOf(context), ref))
    },
  }),
]
