import { isAdmin } from '@forgefold/core/access'
import { type AuditEventFilter, auditEventsBefore, auditEventsIn } from '@forgefold/core/audit'
import { lifespanOf, type ReleaseItemId } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  type Context,
  type Decoded,
  datetime,
  keysetUnsupported,
  linkToNext,
  listed,
  optional,
  pageRequest,
  paging,
  string,
} from '../../../http/index.js'
import { presentAuditEvent } from './audit-event-presenter.js'

export const presenterOf = ({ forge, principal }: Context) => presentAuditEvent(forge, isAdmin(principal))

/** What every list of audit events takes; by keyset from the release on that this line of the release table names. */
export const listParams = (keyset: ReleaseItemId) => {
  const lifespan = lifespanOf(keyset)
  return {
    created_after: optional(datetime(), 'Only from this moment on'),
    created_before: optional(datetime(), 'Only up to this moment'),
    pagination: optional(string(), '`keyset` pages by id; every other word by number', lifespan),
    order_by: optional(string(), 'With `keyset`, and then required: `id`', lifespan),
    sort: optional(string(), 'With `keyset`: `desc`, the only order', lifespan),
    cursor: optional(string(), 'With `keyset`: where the page begins; the `next` link has it', lifespan),
    ...paging,
  }
}

type ListParams = Decoded<ReturnType<typeof listParams>>

const cursorAfter = (id: number): string => Buffer.from(JSON.stringify({ id: `${id}`, _kd: 'n' })).toString('base64url')

/** The id in a cursor; undefined for other cursors. */
const idOf = (cursor: string): number | undefined => {
  const [, id] = /^\{"id":"(\d{1,15})","_kd":"n"\}$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return id === undefined ? undefined : Number(id)
}

const listByKey = async (context: Context, filter: AuditEventFilter, params: ListParams): Promise<Answer> => {
  const { order_by, sort, cursor } = params
  if (order_by !== 'id' || (sort ?? 'desc') !== 'desc') return keysetUnsupported
  const before = cursor ? idOf(cursor) : undefined
  if (cursor && before === undefined) return E.left({ kind: 'BadParameters', error: 'cursor is invalid' })
  const found = await auditEventsBefore(context.forge, filter, before, pageRequest(params).perPage)
  if (E.isLeft(found)) return found
  const { rows, more } = found.right
  const last = more ? rows.at(-1) : undefined
  const headers = last === undefined ? [] : [linkToNext(context, { cursor: cursorAfter(last.event.position) })]
  return answer({ status: 200, json: rows.map(presenterOf(context)), headers })
}

/** A page of audit events, newest first: by page number, or by the end of the previous page. */
export const listAuditEvents = async (
  context: Context,
  entity: Pick<AuditEventFilter, 'entityType' | 'entityId'>,
  params: ListParams,
): Promise<Answer> => {
  const filter = { ...entity, createdAfter: params.created_after, createdBefore: params.created_before }
  if (params.pagination === 'keyset') return listByKey(context, filter, params)
  const page = pageRequest(params)
  const found = await auditEventsIn(context.forge, filter, page)
  return E.isLeft(found) ? found : listed(found.right, page, presenterOf(context))
}
