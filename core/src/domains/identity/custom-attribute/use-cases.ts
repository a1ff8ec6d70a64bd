import { isAdmin } from '../../../access/principal.js'
import type { VisibleLookup } from '../../../app/forge.js'
import type { AttributeOwnerKind } from './aggregate.js'
import type { CustomAttributeRow } from './queries.js'

/** A user, group or project by its id. */
export interface AttributeOwner {
  readonly kind: AttributeOwnerKind
  readonly id: number
}

/** The custom attributes shown with their owner; undefined except for administrators. */
export const customAttributesOf: VisibleLookup<AttributeOwner, ReadonlyArray<CustomAttributeRow> | undefined> = (
  forge,
  { principal },
  { kind, id },
) => (isAdmin(principal) ? forge.read.customAttributes.list(kind, id) : undefined)
