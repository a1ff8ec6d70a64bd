import {
  listDeliveries,
  replayWebhook,
  resendDelivery,
  testWebhook,
  trySystemHook,
} from '@forgefold/core/domains/webhooks/webhook'
import * as E from 'fp-ts/lib/Either.js'
import {
  accepted,
  created,
  integer,
  listed,
  listOf,
  oneOf,
  optional,
  type Param,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  route,
} from '../../../../http/index.js'
import { payloadOf } from '../../../../webhooks/index.js'
import { messageShape } from '../../instance/version/shape.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf, integer as number, record, text } from '../../shape.js'
import type { HookOwner } from './params.js'
import { deliveryShape, presentDelivery, resentShape, TRIGGERS_OF } from './presenter.js'

const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  successful: [200, 299],
  client_failure: [400, 499],
  server_failure: [500, 599],
}

const rangesOf = (words: ReadonlyArray<string>): ReadonlyArray<readonly [number, number]> =>
  words.map((word) => RANGES[word] ?? [Number(word), Number(word)])

const STATUSES = [...Object.keys(RANGES), ...Array.from({ length: 500 }, (_, index) => String(index + 100))]

const triedRoute = route({
  method: 'POST',
  path: '/hooks/:hook_id',
  area: 'Webhooks',
  summary: 'Test a webhook of the instance with an event of a fictitious project',
  caller: 'admin',
  params: { hook_id: required(integer(), 'The number of the webhook') },
  success: {
    status: 201,
    description: 'What it was told',
    schemaFor: record('TriedHook', {
      project_id: number,
      owner_email: text,
      owner_name: text,
      name: text,
      path: text,
      event_name: text,
    }),
  },
  handler: async (context, { hook_id: id }) =>
    respond(
      (told) => told,
      201,
    )(await trySystemHook(context.forge, callerOf(context), { owner: { kind: 'instance' }, id })),
})

/** Routes that list and resend deliveries (docs/reference/behaviour/webhooks.md#deliveries). */
export const deliveryRoutesOf = (
  { kind, path, caller, ids, tier, ownerOf }: HookOwner,
  hookId: Param<number>,
): ReadonlyArray<Route> => {
  const one = `${path}/:hook_id`
  const area = 'Webhooks'
  const paid = tier === undefined ? {} : { tier }
  const refOf = (params: { readonly hook_id: number }) => ({ owner: ownerOf(params), id: params.hook_id })
  return [
    route({
      method: 'GET',
      path: `${one}/events`,
      area,
      summary: 'List what a webhook was sent in the last seven days, newest first',
      caller,
      ...paid,
      params: {
        ...ids,
        hook_id: hookId,
        status: optional(
          listOf(oneOf(STATUSES)),
          'Only these statuses, or `successful`, `client_failure`, `server_failure`',
        ),
        ...paging,
      },
      success: { status: 200, description: 'Requests and answers', schemaFor: arrayOf(deliveryShape) },
      handler: async (context, params) => {
        const page = pageRequest(params)
        const filter = params.status === undefined ? {} : { statuses: rangesOf(params.status) }
        const found = await listDeliveries(context.forge, context, { ...refOf(params), filter, page })
        return E.isLeft(found) ? found : listed(found.right, page, presentDelivery)
      },
    }),
    route({
      method: 'POST',
      path: `${one}/events/:hook_event_id/resend`,
      area,
      summary: 'Send once more what was sent before',
      caller,
      ...paid,
      params: { ...ids, hook_id: hookId, hook_event_id: required(integer(), 'The number of the request') },
      success: { status: 201, description: 'What came of it', schemaFor: resentShape },
      handler: async (context, params) => {
        const input = { ...refOf(params), deliveryId: params.hook_event_id }
        const sent = await resendDelivery(context.forge, callerOf(context), input)
        return E.isLeft(sent) ? sent : created({ response_status: sent.right.status ?? null })
      },
    }),
    route({
      method: 'POST',
      path: `${one}/test/:trigger`,
      area,
      summary: 'Tell a webhook of the newest thing of a kind',
      caller,
      ...paid,
      params: { ...ids, hook_id: hookId, trigger: required(oneOf(TRIGGERS_OF[kind]), 'Of what') },
      success: { status: 201, description: 'It was told, and said yes', schemaFor: messageShape },
      handler: async (context, params) => {
        const input = { ...refOf(params), trigger: params.trigger, payloadOf }
        const sent = await testWebhook(context.forge, callerOf(context), input)
        return E.isLeft(sent) ? sent : created({ message: '201 Created' })
      },
    }),
    ...(kind === 'instance' ? [triedRoute] : []),
    route({
      method: 'POST',
      path: `${one}/replay`,
      area,
      summary: 'Tell a webhook everything from a position of the history on once more, in order',
      caller,
      ...paid,
      params: {
        ...ids,
        hook_id: hookId,
        from: required(integer(), 'The first position, as `Forgefold-Position` names it'),
      },
      success: { status: 202, description: 'It begins', schemaFor: messageShape },
      handler: async (context, params) => {
        const asked = await replayWebhook(context.forge, callerOf(context), { ...refOf(params), from: params.from })
        return E.isLeft(asked) ? asked : accepted({ message: '202 Accepted' })
      },
    }),
  ]
}
