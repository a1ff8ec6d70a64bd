import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { type ResourceParentRef, resourceParentFor } from '../../../projects/resource-parent/access.js'
import type { LabelAccess } from '../access.js'
import { makeLabel, type NewLabel } from '../steps/make-label.js'

/** A new label, with its project or group. */
export interface CreateLabel extends NewLabel {
  readonly place: ResourceParentRef
}

/** Creates a label. Rejections: `NotFound` (Project, Group); `Forbidden`; `Invalid` (title, color, priority); `Conflict`. */
export const createLabel: UseCase<CreateLabel, LabelAccess> = async (forge, { principal, context }, input) => {
  const { place: ref, ...wanted } = input
  const place = resourceParentFor(forge, principal, ref, 'admin_label')
  if (E.isLeft(place)) return place
  const made = await makeLabel(forge, place.right, wanted, context)
  return E.isLeft(made) ? made : E.right({ label: made.right, place: place.right })
}
