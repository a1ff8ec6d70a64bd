import {
  boolean,
  day,
  type Fields,
  instant,
  integer,
  maybe,
  oneOf,
  optionalField,
  record,
  type Shape,
  text,
} from '../../shape.js'

/** The fields of every milestone. */
export const milestoneFields: Fields = {
  id: integer,
  iid: integer,
  project_id: optionalField(integer),
  group_id: optionalField(integer),
  title: text,
  description: maybe(text),
  state: oneOf(['active', 'closed']),
  created_at: instant,
  updated_at: instant,
  due_date: maybe(day),
  start_date: maybe(day),
  expired: boolean,
  web_url: text,
}

/** A milestone (docs/reference/behaviour/planning.md#milestones): of a project or of a group. */
export const milestoneShape: Shape = record('Milestone', milestoneFields)
