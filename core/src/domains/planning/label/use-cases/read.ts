import * as E from 'fp-ts/lib/Either.js'
import type { Lookup, Query } from '../../../../app/forge.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import {
  type ResourceParentRef,
  resourceParentAndAncestors,
  resourceParentFor,
} from '../../../projects/resource-parent/access.js'
import type { ResourceParent } from '../../../projects/resource-parent/resource-parent.js'
import { findLabel, type LabelAccess, type LabelRef } from '../access.js'
import type { LabelCounts, LabelRow } from '../queries.js'

/** One label. Rejections: `NotFound` (Project, Group, Label). */
export const getLabel: Query<LabelRef, LabelAccess> = (forge, { principal }, ref) =>
  findLabel(forge, principal, ref, 'read_label')

/** Which labels of a place a list contains. */
export interface ListLabels {
  readonly place: ResourceParentRef
  /** Includes labels of parent groups. */
  readonly includeAncestors: boolean
  readonly search: string | undefined
  readonly page: PageRequest
}

/** A page of labels, and the project or group that was requested. */
export interface ListedLabels {
  readonly place: ResourceParent
  readonly found: Page<LabelRow>
}

/** Labels that a project or group may use, by title. Rejections: `NotFound` (Project, Group). */
export const listLabels: Query<ListLabels, ListedLabels> = (forge, { principal }, input) => {
  const { place: ref, includeAncestors, search, page } = input
  const place = resourceParentFor(forge, principal, ref, 'read_label')
  if (E.isLeft(place)) return place
  const places = includeAncestors ? resourceParentAndAncestors(forge, place.right) : [place.right]
  return E.right({ place: place.right, found: forge.read.labels.list({ places, search }, page) })
}

/** Those of these labels that exist, by title. */
export const labelsById: Lookup<ReadonlyArray<number>, ReadonlyArray<LabelRow>> = (forge, ids) =>
  ids.length === 0 ? [] : forge.read.labels.rows(ids)

/** A label and where it is shown. */
export interface LabelUse {
  readonly labelId: number
  readonly within: ResourceParent
}

/** How often a label is in use within a project, or within the projects of a group and below. */
export const labelCounts: Lookup<LabelUse, LabelCounts> = (forge, { labelId, within }) =>
  forge.read.labels.counts(labelId, within)

/** Whether a user is subscribed to a label. */
export const isSubscribedToLabel: Lookup<{ readonly labelId: number; readonly userId: number }, boolean> = (
  forge,
  { labelId, userId },
) => forge.read.labels.isSubscribed(labelId, userId)
