import type { ResourceEventKind } from '@forgefold/core/domains/conversation/activity'
import { userCardShape } from '../../identity/users/shape.js'
import { labelCardShape } from '../../planning/labels/shape.js'
import { milestoneShape } from '../../planning/milestones/shape.js'
import { type Fields, instant, integer, maybe, record, type Shape, text } from '../../shape.js'

const authored: Fields = { id: integer, user: maybe(userCardShape), created_at: instant }

const eventFields: Fields = {
  ...authored,
  resource_type: text,
  resource_id: integer,
}

/** A change of labels, milestone, state or weight; deleted subjects are null. */
export const resourceEventShapes: Readonly<Record<ResourceEventKind, Shape>> = {
  label: record('LabelEvent', { ...eventFields, label: maybe(labelCardShape), action: text }),
  milestone: record('MilestoneEvent', { ...eventFields, milestone: maybe(milestoneShape), action: text }),
  state: record('StateEvent', { ...eventFields, state: text }),
  weight: record('WeightEvent', { ...authored, issue_id: integer, weight: maybe(integer) }),
}
