import { customAttributesField } from '../../custom-attributes.js'
import { cardFields, userCardShape } from '../../identity/users/shape.js'
import {
  arrayOf,
  boolean,
  day,
  type Fields,
  inRelease,
  instant,
  integer,
  mapOf,
  maybe,
  nothing,
  oneOf,
  optionalField,
  paid,
  record,
  type Shape,
  text,
} from '../../shape.js'
import { visibility } from '../namespaces/shape.js'
import { projectShape } from '../projects/shape.js'
import { sharedWithShape } from '../shares/shape.js'

export const groupFields: Fields = {
  id: integer,
  web_url: text,
  name: text,
  path: text,
  description: text,
  visibility,
  share_with_group_lock: boolean,
  require_two_factor_authentication: boolean,
  two_factor_grace_period: integer,
  project_creation_level: text,
  auto_devops_enabled: maybe(boolean),
  subgroup_creation_level: text,
  emails_disabled: maybe(boolean),
  mentions_disabled: maybe(boolean),
  lfs_enabled: boolean,
  default_branch_protection: integer,
  avatar_url: maybe(text),
  request_access_enabled: boolean,
  full_name: text,
  full_path: text,
  created_at: instant,
  parent_id: maybe(integer),
  marked_for_deletion_on: paid(maybe(day)),
}

/** A group; by itself it has more fields. */
export const groupShape: Shape = record('Group', {
  ...groupFields,
  runners_token: optionalField(text),
  shared_with_groups: optionalField(arrayOf(sharedWithShape)),
  prevent_sharing_groups_outside_hierarchy: optionalField(boolean),
  membership_lock: optionalField(boolean),
  prevent_forking_outside_group: optionalField(maybe(boolean)),
  shared_runners_minutes_limit: paid(optionalField(maybe(integer))),
  extra_shared_runners_minutes_limit: paid(optionalField(maybe(integer))),
  ip_restriction_ranges: paid(optionalField(nothing)),
  projects: optionalField(arrayOf(projectShape)),
  shared_projects: optionalField(arrayOf(projectShape)),
  statistics: optionalField(mapOf(integer)),
  custom_attributes: customAttributesField,
})

/** A member of a group or project. */
export const memberShape: Shape = record('Member', {
  ...cardFields,
  access_level: integer,
  created_at: instant,
  expires_at: maybe(day),
  created_by: inRelease('members.created_by', optionalField(userCardShape)),
  membership_state: paid(text),
})

/** The answer to adding several members at once. */
export const addedMembersShape: Shape = record('AddedMembers', {
  status: oneOf(['success', 'error']),
  message: optionalField(mapOf(text)),
})
