import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../access/index.js'
import { createStream } from '../../../app/create-stream.js'
import type { Query, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { type Instant, notFound, secondsAfter } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { type BroadcastMessageChanges, type BroadcastMessageData, broadcastMessage } from './aggregate.js'
import type { BroadcastMessageRow } from './queries.js'

/** How long a message without an end is shown, in seconds. */
const AN_HOUR = 3600

/** A new message; defaults: shown from now on, for an hour, as a banner for all users. */
export type NewBroadcastMessage = BroadcastMessageChanges & Pick<BroadcastMessageData, 'message'>

/** The message with its defaults. */
const withDefaults = (given: NewBroadcastMessage, now: Instant): BroadcastMessageData => {
  const startsAt = given.startsAt ?? now
  return {
    message: given.message,
    startsAt,
    endsAt: given.endsAt ?? secondsAfter(startsAt, AN_HOUR),
    color: given.color ?? '#E75E40',
    font: given.font ?? '#FFFFFF',
    targetAccessLevels: given.targetAccessLevels ?? [],
    targetPath: given.targetPath ?? '',
    broadcastType: given.broadcastType ?? 'banner',
    dismissable: given.dismissable ?? false,
    theme: given.theme ?? 'indigo',
  }
}

/** Every message, for all callers. It never refuses. */
export const listBroadcastMessages: Query<PageRequest, Page<BroadcastMessageRow>> = (forge, _reader, page) =>
  E.right(forge.read.broadcastMessages.list(page))

/** One message, for all callers. Rejections: `NotFound`. */
export const getBroadcastMessage: Query<number, BroadcastMessageRow> = (forge, _reader, id) => {
  return E.fromNullable(notFound())(forge.read.broadcastMessages.byId(id))
}

/** Creates a message. Rejections: `Unauthenticated`; `Forbidden`; `Invalid`. */
export const createBroadcastMessage: UseCase<NewBroadcastMessage, BroadcastMessageRow> = async (
  forge,
  { principal, context },
  given,
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const command = { type: 'Create', ...withDefaults(given, context.at) } as const
  const made = await createStream(forge, broadcastMessage, 'broadcast_message', command, context)
  if (E.isLeft(made)) return made
  return shownRow(forge.read.broadcastMessages.byId(made.right.id), 'message')
}

/** A change of message. */
export interface ChangeBroadcastMessage {
  readonly id: number
  readonly changes: BroadcastMessageChanges
}

/** Changes a message. Rejections: `Unauthenticated`; `Forbidden`; `NotFound`; `Invalid`. */
export const changeBroadcastMessage: UseCase<ChangeBroadcastMessage, BroadcastMessageRow> = async (
  forge,
  { principal, context },
  { id, changes },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const found = getBroadcastMessage(forge, { principal }, id)
  if (E.isLeft(found)) return found
  const done = await forge.aggregates.execute(broadcastMessage, id, { type: 'Change', changes }, context)
  return E.isLeft(done) ? done : getBroadcastMessage(forge, { principal }, id)
}

/** Deletes a message; returns it. Rejections: `Unauthenticated`; `Forbidden`; `NotFound`. */
export const deleteBroadcastMessage: UseCase<number, BroadcastMessageRow> = async (
  forge,
  { principal, context },
  id,
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const found = getBroadcastMessage(forge, { principal }, id)
  if (E.isLeft(found)) return found
  const gone = await forge.aggregates.execute(broadcastMessage, id, { type: 'Delete' }, context)
  return E.isLeft(gone) ? gone : found
}
