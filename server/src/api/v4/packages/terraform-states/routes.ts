import {
  deleteTerraformState,
  deleteTerraformStateVersion,
  readTerraformState,
  readTerraformStateVersion,
  writeTerraformState,
} from '@forgefold/core/domains/packages/terraform-state'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  integer,
  optional,
  type Route,
  raw,
  required,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { anything, mapOf } from '../../shape.js'
import { area, at, done, forChanging, forReading, PATH } from './authorization.js'
import { terraformLockRoutes } from './lock-routes.js'
import { MAX_STATE_BYTES, readState } from './state-body.js'

const VERSION = `${PATH}/versions/:serial`
const ofVersion = { ...at, serial: required(integer(), 'The serial of the version') }
const heldLock = optional(string(), 'The lock that the client holds')

const JSON_TYPE = 'application/json'

/** The HTTP backend of Terraform and OpenTofu (docs/reference/behaviour/packages.md#terraform-states). */
export const terraformStateRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: PATH,
    area,
    summary: 'Read a Terraform state',
    ...forReading,
    params: at,
    success: {
      status: 200,
      description: 'The state as it was written',
      schemaFor: mapOf(anything),
      others: { 204: { description: 'It has no version' } },
    },
    handler: async (context, { id: project, name }) => {
      const content = await readTerraformState(context.forge, context, { project, name })
      if (E.isLeft(content)) return content
      return content.right === undefined ? answer({ status: 204 }) : raw(JSON_TYPE, content.right)
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    area,
    summary: 'Write a version of a Terraform state',
    ...forChanging,
    streamsBody: true,
    bodyLimit: MAX_STATE_BYTES,
    params: { ...at, ID: heldLock },
    success: {
      status: 200,
      description: 'Kept',
      bodiless: true,
      others: { 204: { description: 'The body was empty' } },
    },
    handler: async (context, { id: project, name, ID: lockId }) => {
      const sent = await readState(context)
      if (E.isLeft(sent)) return sent
      if (sent.right === undefined) return answer({ status: 204 })
      const written = await writeTerraformState(context.forge, callerOf(context), {
        project,
        name,
        ...sent.right,
        lockId,
      })
      return E.isLeft(written) ? written : done
    },
  }),
  route({
    method: 'DELETE',
    path: PATH,
    area,
    summary: 'Delete a Terraform state with its versions',
    ...forChanging,
    params: at,
    success: { status: 200, description: 'Deleted', bodiless: true },
    handler: async (context, { id: project, name }) => {
      const gone = await deleteTerraformState(context.forge, callerOf(context), { project, name })
      return E.isLeft(gone) ? gone : done
    },
  }),
  ...terraformLockRoutes,
  route({
    method: 'GET',
    path: VERSION,
    area,
    summary: 'Read one version of a Terraform state',
    ...forReading,
    params: ofVersion,
    success: { status: 200, description: 'The version as it was written', schemaFor: mapOf(anything) },
    handler: async (context, { id: project, name, serial }) => {
      const content = await readTerraformStateVersion(context.forge, context, { project, name, serial })
      return E.isLeft(content) ? content : raw(JSON_TYPE, content.right)
    },
  }),
  route({
    method: 'DELETE',
    path: VERSION,
    area,
    summary: 'Delete one version of a Terraform state',
    ...forChanging,
    params: ofVersion,
    success: { status: 204, description: 'Deleted' },
    handler: async (context, { id: project, name, serial }) =>
      respondNoContent(await deleteTerraformStateVersion(context.forge, callerOf(context), { project, name, serial })),
  }),
]
