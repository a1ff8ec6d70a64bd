import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  setUrlVariable,
  type WebhookRow,
} from '@forgefold/core/domains/webhooks/webhook'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Context,
  integer,
  listed,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { deliveryRoutesOf } from './delivery-routes.js'
import { changesOf, detailParams, HOOK_OWNERS, type HookOwner, wantedOf } from './params.js'
import { presentWebhook, webhookShapes } from './presenter.js'

/** `:hook_id` of a webhook. */
const hookId = required(integer(), 'The number of the webhook')

const shown = ({ forge }: Context, status = 200) => respond((row: WebhookRow) => presentWebhook(forge, row), status)

const routesOf = (owner: HookOwner): ReadonlyArray<Route> => {
  const { kind, path, what, caller, ids, tier, ownerOf } = owner
  const area = 'Webhooks'
  const one = `${path}/:hook_id`
  const paid = tier === undefined ? {} : { tier }
  const details = detailParams(kind)
  const schemaFor = webhookShapes[kind]
  const success = { status: 200, description: 'The webhook', schemaFor }
  const refOf = (params: { readonly hook_id: number }) => ({ owner: ownerOf(params), id: params.hook_id })
  const variable = `${one}/url_variables/:key`
  const key = required(string(), 'The name of the variable')
  return [
    route({
      method: 'GET',
      path,
      area,
      summary: `List the webhooks of ${what}`,
      caller,
      ...paid,
      params: { ...ids, ...paging },
      success: { status: 200, description: 'The webhooks', schemaFor: arrayOf(schemaFor) },
      handler: (context, params) => {
        const page = pageRequest(params)
        const found = listWebhooks(context.forge, context, { owner: ownerOf(params), page })
        return E.isLeft(found) ? found : listed(found.right, page, (row) => presentWebhook(context.forge, row))
      },
    }),
    route({
      method: 'GET',
      path: one,
      area,
      summary: `Read one webhook of ${what}`,
      caller,
      ...paid,
      params: { ...ids, hook_id: hookId },
      success,
      handler: (context, params) => shown(context)(getWebhook(context.forge, context, refOf(params))),
    }),
    route({
      method: 'POST',
      path,
      area,
      summary: `Make a webhook of ${what}`,
      caller,
      ...paid,
      params: { ...ids, url: required(string(), 'Where it is told'), ...details },
      success: { ...success, status: 201 },
      handler: async (context, params) => {
        const wanted = wantedOf(kind, params.url, params)
        return shown(
          context,
          201,
        )(await createWebhook(context.forge, callerOf(context), { owner: ownerOf(params), wanted }))
      },
    }),
    route({
      method: 'PUT',
      path: one,
      area,
      summary: `Change a webhook of ${what}`,
      caller,
      ...paid,
      params: { ...ids, hook_id: hookId, url: optional(string(), 'Where it is told'), ...details },
      success,
      handler: async (context, params) => {
        const ref = refOf(params)
        const row = getWebhook(context.forge, context, ref)
        if (E.isLeft(row)) return row
        const changes = changesOf(row.right, params)
        return shown(context)(await changeWebhook(context.forge, callerOf(context), { ...ref, changes }))
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      area,
      summary: `Delete a webhook of ${what}`,
      caller,
      ...paid,
      params: { ...ids, hook_id: hookId },
      success: { status: 204, description: 'Deleted' },
      handler: async (context, params) =>
        respondNoContent(await deleteWebhook(context.forge, callerOf(context), refOf(params))),
    }),
    route({
      method: 'PUT',
      path: variable,
      area,
      summary: 'Set a part of the URL that is not shown',
      caller,
      ...paid,
      params: { ...ids, hook_id: hookId, key, value: required(string(), 'What stands there instead') },
      success: { status: 204, description: 'Set' },
      handler: async (context, params) => {
        const input = { ...refOf(params), name: params.key, value: params.value }
        return respondNoContent(await setUrlVariable(context.forge, callerOf(context), input))
      },
    }),
    route({
      method: 'DELETE',
      path: variable,
      area,
      summary: 'Take a part of the URL away',
      caller,
      ...paid,
      params: { ...ids, hook_id: hookId, key },
      success: { status: 204, description: 'Taken away' },
      handler: async (context, params) => {
        const input = { ...refOf(params), name: params.key, value: null }
        return respondNoContent(await setUrlVariable(context.forge, callerOf(context), input))
      },
    }),
    ...deliveryRoutesOf(owner, hookId),
  ]
}

/** Webhooks of projects, groups and the instance (docs/reference/behaviour/webhooks.md#webhooks). */
export const webhookRoutes: ReadonlyArray<Route> = HOOK_OWNERS.flatMap(routesOf)
