import {
  boolean,
  day,
  type Fields,
  instant,
  integer,
  maybe,
  oneOf,
  record,
  type Shape,
  sometimes,
  text,
} from '../../shape.js'

/** The fields of every milestone. */
export const milestoneFields: Fields = {
  id: integer,
  iid: integer,
  project_id: sometimes(integer),
  group_id: sometimes(integer),
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
