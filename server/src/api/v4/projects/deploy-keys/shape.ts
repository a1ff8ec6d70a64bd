import { userShape } from '../../identity/users/shape.js'
import {
  arrayOf,
  boolean,
  type Fields,
  instant,
  integer,
  maybe,
  optionalField,
  record,
  type Shape,
  text,
} from '../../shape.js'

const projectShape = record('DeployKeyProject', {
  id: integer,
  description: maybe(text),
  name: text,
  name_with_namespace: text,
  path: text,
  path_with_namespace: text,
  created_at: instant,
})

const fields: Fields = {
  id: integer,
  title: text,
  created_at: instant,
  expires_at: maybe(instant),
  key: text,
  fingerprint: text,
  fingerprint_sha256: text,
}

/** A deploy key with the projects that have it. */
export const deployKeyShape: Shape = record('DeployKey', {
  ...fields,
  projects_with_write_access: arrayOf(projectShape),
})

/** A deploy key in a project. */
export const projectDeployKeyShape: Shape = record('ProjectDeployKey', { ...fields, can_push: boolean })

/** An SSH key of a user or a machine, for administrators. */
export const anyKeyShape: Shape = record('AnySshKey', {
  id: integer,
  title: text,
  created_at: instant,
  expires_at: maybe(instant),
  key: text,
  usage_type: text,
  user: maybe(userShape),
  deploy_keys_projects: optionalField(
    arrayOf(record('DeployKeyUse', { deploy_key_id: integer, project_id: integer, can_push: boolean })),
  ),
})
