import type { Forge } from '@forgefold/core/app'
import {
  BROADCAST_TYPES,
  type BroadcastMessageRow,
  changeBroadcastMessage,
  createBroadcastMessage,
  deleteBroadcastMessage,
  getBroadcastMessage,
  listBroadcastMessages,
} from '@forgefold/core/domains/instance/broadcast-message'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  created,
  type Decoded,
  datetime,
  integer,
  listed,
  listOf,
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
import { callerOf } from '../../path-ids.js'
import { arrayOf, boolean as flag, instant, integer as number, record, type Shape, text } from '../../shape.js'

const AREA = 'Broadcast messages'
const path = '/broadcast_messages'

const shape: Shape = record('BroadcastMessage', {
  id: number,
  message: text,
  starts_at: instant,
  ends_at: instant,
  color: text,
  font: text,
  target_access_levels: arrayOf(number),
  target_path: text,
  broadcast_type: text,
  theme: text,
  dismissable: flag,
  active: flag,
})

const present = (row: BroadcastMessageRow, forge: Forge) => {
  const now = forge.clock.now()
  return {
    id: row.id,
    message: row.message,
    starts_at: row.startsAt,
    ends_at: row.endsAt,
    color: row.color,
    font: row.font,
    target_access_levels: row.targetAccessLevels,
    target_path: row.targetPath,
    broadcast_type: row.broadcastType,
    theme: row.theme,
    dismissable: row.dismissable,
    active: row.startsAt <= now && now < row.endsAt,
  }
}

const id = required(integer(), 'The number of the message')

const common = {
  starts_at: optional(datetime(), 'When it begins to be shown; now where it is left out'),
  ends_at: optional(datetime(), 'When it ends; an hour later where it is left out'),
  color: optional(string(), 'The ground, as hexadecimal digits'),
  font: optional(string(), 'The letters, as hexadecimal digits'),
  target_access_levels: optional(listOf(integer({ enum: [10, 20, 30, 40, 50] })), 'Roles of those who are told'),
  target_path: optional(string(), 'The pages on which it is shown; `*` stands for anything'),
  broadcast_type: optional(oneOf(BROADCAST_TYPES), 'How it is shown'),
  dismissable: optional(boolean(), 'Whether it can be put away'),
}

const changesOf = (params: Decoded<typeof common>) => ({
  startsAt: params.starts_at,
  endsAt: params.ends_at,
  color: params.color,
  font: params.font,
  targetAccessLevels: params.target_access_levels,
  targetPath: params.target_path,
  broadcastType: params.broadcast_type,
  dismissable: params.dismissable,
})

/** Routes of broadcast messages. */
export const broadcastMessageRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path,
    area: AREA,
    summary: 'List the broadcast messages',
    caller: 'anyone',
    params: paging,
    success: { status: 200, schemaFor: arrayOf(shape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const found = listBroadcastMessages(forge, { principal }, page)
      return E.isLeft(found) ? found : listed(found.right, page, (row) => present(row, forge))
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:id`,
    area: AREA,
    summary: 'Read a broadcast message',
    caller: 'anyone',
    params: { id },
    success: { status: 200, schemaFor: shape },
    handler: ({ forge, principal }, params) => {
      const found = getBroadcastMessage(forge, { principal }, params.id)
      return E.isLeft(found) ? found : ok(present(found.right, forge))
    },
  }),
  route({
    method: 'POST',
    path,
    area: AREA,
    summary: 'Write a broadcast message',
    caller: 'admin',
    params: { message: required(string(), 'The text'), ...common },
    success: { status: 201, schemaFor: shape },
    handler: async (context, params) => {
      const wanted = { ...changesOf(params), message: params.message }
      const made = await createBroadcastMessage(context.forge, callerOf(context), wanted)
      return E.isLeft(made) ? made : created(present(made.right, context.forge))
    },
  }),
  route({
    method: 'PUT',
    path: `${path}/:id`,
    area: AREA,
    summary: 'Change a broadcast message',
    caller: 'admin',
    params: { id, message: optional(string(), 'The text'), ...common },
    success: { status: 200, schemaFor: shape },
    handler: async (context, params) => {
      const changes = { ...changesOf(params), message: params.message }
      const done = await changeBroadcastMessage(context.forge, callerOf(context), { id: params.id, changes })
      return E.isLeft(done) ? done : ok(present(done.right, context.forge))
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/:id`,
    area: AREA,
    summary: 'Delete a broadcast message',
    caller: 'admin',
    params: { id },
    success: { status: 200, schemaFor: shape },
    handler: async (context, params) => {
      const gone = await deleteBroadcastMessage(context.forge, callerOf(context), params.id)
      return E.isLeft(gone) ? gone : ok(present(gone.right, context.forge))
    },
  }),
]
