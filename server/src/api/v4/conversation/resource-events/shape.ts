import { userCardShape } from '../../identity/users/shape.js'
import { labelCardShape } from '../../planning/labels/shape.js'
import { milestoneShape } from '../../planning/milestones/shape.js'
import { type Fields, instant, integer, maybe, record, type Shape, text } from '../../shape.js'

const eventFields: Fields = {
  id: integer,
  user: maybe(userCardShape),
  created_at: instant,
  resource_type: text,
  resource_id: integer,
}

/** A change of labels, milestone or state; deleted subjects are null. */
export const resourceEventShapes: Readonly<Record<'label' | 'milestone' | 'state', Shape>> = {
  label: record('LabelEvent', { ...eventFields, label: maybe(labelCardShape), action: text }),
  milestone: record('MilestoneEvent', { ...eventFields, milestone: maybe(milestoneShape), action: text }),
  state: record('StateEvent', { ...eventFields, state: text }),
}
