import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/principal.js'
import type { Forge } from '../../../app/forge.js'
import { notFound, type Rejection, refuse } from '../../../kernel/rejection.js'
import {
  type ResourceParentAbility,
  type ResourceParentRef,
  resourceParentAndAncestors,
  resourceParentFor,
} from '../../projects/resource-parent/access.js'
import type { ResourceParent } from '../../projects/resource-parent/resource-parent.js'
import type { LabelRow } from './queries.js'
import { labelExists } from './unique-names.js'

/** A label of the requested project or group, or of a group above it. */
export interface LabelAccess {
  readonly label: LabelRow
  readonly place: ResourceParent
}

/** A label as the API names it: by id or title, in a project or group. */
export interface LabelRef {
  readonly place: ResourceParentRef
  /** Its number or its title. */
  readonly name: string
}

/** The label of that id or title that a project or group may use. Rejections: `NotFound` (Project, Group, Label); `Forbidden`. */
export const findLabel = (
  forge: Forge,
  principal: Principal,
  ref: LabelRef,
  ability: ResourceParentAbility,
): E.Either<Rejection, LabelAccess> => {
  const place = resourceParentFor(forge, principal, ref.place, ability)
  if (E.isLeft(place)) return place
  const places = resourceParentAndAncestors(forge, place.right)
  const byId = /^\d+$/.test(ref.name) ? forge.read.labels.byId(Number(ref.name)) : undefined
  const isHere = byId !== undefined && places.some(({ kind, id }) => kind === byId.place.kind && id === byId.place.id)
  const label = isHere ? byId : forge.read.labels.named(places, ref.name)
  return label === undefined ? refuse(notFound('Label')) : E.right({ label, place: place.right })
}

/** The refusal of a title where a label of that title is already visible; undefined where there is none. */
export const titleRefusal = (
  forge: Forge,
  place: ResourceParent,
  title: string,
  ownId?: number,
): Rejection | undefined => {
  const another = forge.read.labels.named(resourceParentAndAncestors(forge, place), title)
  return another === undefined || another.id === ownId ? undefined : labelExists
}
