import type { Forge } from '@forgefold/core/app'
import {
  accountStatusAt,
  type DeliverableEvent,
  type EventDetails,
  keyForPayload,
  profileAround,
  userForPayload,
} from '@forgefold/core/domains/webhooks/webhook'
import { idOf } from '@forgefold/core/kernel'
import { payloadMoments } from './lifecycle.js'
import { HIDDEN, payloadEmail } from './payload-parts.js'

type Details<Kind extends EventDetails['kind']> = Extract<EventDetails, { readonly kind: Kind }>

/** The payload of an event on a user; the names of erased users are unknown. */
export const userPayload = async (forge: Forge, { id, action }: Details<'user'>, deliverable: DeliverableEvent) => {
  const { before, after, begunAt } = await profileAround(forge, { id, position: deliverable.position })
  const isRenamed = before !== undefined && after !== undefined && before.username !== after.username
  if (action === 'rename' && !isRenamed) return undefined
  return {
    event_name: `user_${action}`,
    ...payloadMoments(begunAt, deliverable),
    name: after?.name ?? HIDDEN,
    email: payloadEmail(after),
    user_id: id,
    username: after?.username ?? HIDDEN,
    ...(action === 'rename' ? { old_username: before?.username } : {}),
  }
}

/** The payload of a refused attempt to sign in to a blocked account. */
export const failedLoginPayload = async (
  forge: Forge,
  { id }: Details<'failed_login'>,
  deliverable: DeliverableEvent,
) => {
  const moment = { id, position: deliverable.position }
  const { after, begunAt } = await profileAround(forge, moment)
  return {
    event_name: 'user_failed_login',
    ...payloadMoments(begunAt, deliverable),
    name: after?.name ?? HIDDEN,
    email: payloadEmail(after),
    user_id: id,
    username: after?.username ?? HIDDEN,
    state: await accountStatusAt(forge, moment),
  }
}

/** The payload of a key that was added or removed. */
export const keyPayload = async (forge: Forge, { stream, action }: Details<'key'>, deliverable: DeliverableEvent) => {
  const found = await keyForPayload(forge, { stream, position: deliverable.position })
  if (found === undefined) return undefined
  const owner = found.userId === undefined ? undefined : userForPayload(forge, found.userId)
  return {
    event_name: `key_${action}`,
    ...payloadMoments(found.addedAt, deliverable),
    ...(owner === undefined ? {} : { username: owner.username }),
    key: found.key,
    id: Number(idOf(stream)),
  }
}
