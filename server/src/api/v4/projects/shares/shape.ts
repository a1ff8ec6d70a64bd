import { day, integer, maybe, record, type Shape, text } from '../../shape.js'

/** The share of a project. */
export const projectShareShape: Shape = record('ProjectGroupLink', {
  id: integer,
  project_id: integer,
  group_id: integer,
  group_access: integer,
  expires_at: maybe(day),
})

/** A group that something is shared with. */
export const sharedWithShape: Shape = record('SharedWithGroup', {
  group_id: integer,
  group_name: text,
  group_full_path: text,
  group_access_level: integer,
  expires_at: maybe(day),
})

/** A group above a project, or with a share of it. */
export const groupOfProjectShape: Shape = record('GroupOfProject', {
  id: integer,
  web_url: text,
  name: text,
  avatar_url: maybe(text),
  full_name: text,
  full_path: text,
})
