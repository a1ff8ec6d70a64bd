import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { forbidden, type Rejection, refuse, unauthenticated } from '../../../../kernel/index.js'
import { isSameResourceParent } from '../../../projects/resource-parent/resource-parent.js'
import { findLabel, type LabelAccess, type LabelRef, titleRefusal } from '../access.js'
import { label } from '../aggregate.js'
import { titleKey } from '../unique-names.js'

/** A change of a label; omitted fields stay as they are. */
export interface ChangeLabel {
  readonly label: LabelRef
  readonly title?: string | undefined
  readonly color?: string | undefined
  readonly description?: string | null | undefined
  readonly priority?: number | null | undefined
}

/** A label can be changed only through the project or group that it belongs to. */
const ownLabel = (forge: Forge, caller: Caller, ref: LabelRef): E.Either<Rejection, LabelAccess> => {
  const found = findLabel(forge, caller.principal, ref, 'admin_label')
  if (E.isLeft(found)) return found
  return isSameResourceParent(found.right.label.place, found.right.place) ? found : refuse(forbidden())
}

/** Changes a label. Rejections: `NotFound` (Project, Group, Label); `Forbidden`; `Invalid`; `Conflict`. */
export const changeLabel: UseCase<ChangeLabel, LabelAccess> = async (forge, caller, { label: ref, ...changes }) => {
  const found = ownLabel(forge, caller, ref)
  if (E.isLeft(found)) return found
  const { label: row, place } = found.right
  const title = changes.title?.trim()
  const command = { type: 'Change', ...changes, title } as const
  const renamed = title !== undefined && titleKey(title) !== titleKey(row.title)
  const taken = renamed ? titleRefusal(forge, row.place, title, row.id) : undefined
  if (taken !== undefined) return refuse(taken)
  const done = await forge.aggregates.execute(label, row.id, command, caller.context)
  return E.isLeft(done) ? done : E.right({ label: forge.read.labels.byId(row.id) ?? row, place })
}

/** Deletes a label, and removes it from everything that has it. Rejections: `NotFound` (Project, Group, Label); `Forbidden`. */
export const deleteLabel: UseCase<LabelRef, void> = async (forge, caller, ref) => {
  const found = ownLabel(forge, caller, ref)
  if (E.isLeft(found)) return found
  const { label: row } = found.right
  const gone = await forge.aggregates.execute(label, row.id, { type: 'Delete' }, caller.context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}

/** Whether the caller is to be subscribed to a label. */
export interface SetLabelSubscription {
  readonly label: LabelRef
  readonly wanted: boolean
}

/** Subscribes or unsubscribes the caller. Rejections: `NotFound` (Project, Group, Label); `NotModified` where nothing changes. */
export const setLabelSubscription: UseCase<SetLabelSubscription, LabelAccess> = async (
  forge,
  { principal, context },
  { label: ref, wanted },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findLabel(forge, principal, ref, 'read_label')
  if (E.isLeft(found)) return found
  const command = { type: wanted ? 'Subscribe' : 'Unsubscribe', userId: principal.userId } as const
  const done = await forge.aggregates.execute(label, found.right.label.id, command, context)
  return E.isLeft(done) ? done : found
}
