import { isAdmin } from '../../../access/principal.js'
import type { VisibleLookup } from '../../../app/forge.js'
import type { AttributeOwnerKind } from './aggregate.js'
import type { CustomAttributeRow } from './queries.js'

/** A user, group or project by its number. */
export interface AttributeOwner {
  readonly kind: AttributeOwnerKind
  readonly id: number
}

/** The custom attributes of a thing as answers show them beside it; undefined for all but administrators. */
export const customAttributesOf: VisibleLookup<AttributeOwner, ReadonlyArray<CustomAttributeRow> | undefined> = (
  forge,
  { principal },
  { kind, id },
) => (isAdmin(principal) ? forge.read.customAttributes.list(kind, id) : undefined)
