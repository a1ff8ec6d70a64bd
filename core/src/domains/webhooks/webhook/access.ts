import * as E from 'fp-ts/lib/Either.js'
import { administrator, type Principal } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { notFound, type Rejection, refuse } from '../../../kernel/index.js'
import { groupFor } from '../../projects/group/access.js'
import { projectFor } from '../../projects/project/access.js'
import type { WebhookOwner } from './aggregate.js'
import type { WebhookRow } from './queries.js'

/** The owner of webhooks, as the API names it. */
export type WebhookOwnerRef =
  | { readonly kind: 'project' | 'group'; readonly ref: number | string }
  | { readonly kind: 'instance' }

/** A webhook as the API names it. */
export interface WebhookRef {
  readonly owner: WebhookOwnerRef
  readonly id: number
}

/**
 * Authorises the administration of webhooks: maintainers of projects, owners of groups, administrators of the instance. Rejections: `NotFound`
 * (Project, Group); `Forbidden`; `Unauthenticated`.
 */
export const webhookOwnerFor = (
  forge: Forge,
  principal: Principal,
  ref: WebhookOwnerRef,
): E.Either<Rejection, WebhookOwner> => {
  if (ref.kind === 'instance') {
    const found = administrator(principal)
    return E.isLeft(found) ? found : E.right({ kind: 'instance', id: 0 })
  }
  if (ref.kind === 'project') {
    const found = projectFor(forge, principal, ref.ref, 'admin_project')
    return E.isLeft(found) ? found : E.right({ kind: 'project', id: found.right.project.id })
  }
  const found = groupFor(forge, principal, ref.ref, 'admin_group')
  return E.isLeft(found) ? found : E.right({ kind: 'group', id: found.right.group.id })
}

/** Finds a webhook for a caller who administers it. Rejections: as `resourceParentFor`; `NotFound`. */
export const findWebhook = (
  forge: Forge,
  principal: Principal,
  { owner: ref, id }: WebhookRef,
): E.Either<Rejection, WebhookRow> => {
  const owner = webhookOwnerFor(forge, principal, ref)
  if (E.isLeft(owner)) return owner
  const row = forge.read.webhooks.byId(id)
  const isThere = row !== undefined && row.owner.kind === owner.right.kind && row.owner.id === owner.right.id
  return isThere ? E.right(row) : refuse(notFound())
}
