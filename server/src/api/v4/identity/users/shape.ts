import { customAttributesField } from '../../custom-attributes.js'
import {
  allOptional,
  arrayOf,
  boolean,
  day,
  type Fields,
  instant,
  integer,
  maybe,
  nothing,
  optionalField,
  paid,
  record,
  type Shape,
  text,
} from '../../shape.js'

export const cardFields: Fields = {
  id: integer,
  username: text,
  name: text,
  state: text,
  avatar_url: maybe(text),
  web_url: text,
}

/** A user inside another answer (docs/reference/behaviour/identity.md#user-summary). */
export const userCardShape: Shape = record('UserSummary', cardFields)

const personFields: Fields = {
  created_at: optionalField(instant),
  bio: maybe(text),
  location: maybe(text),
  public_email: maybe(text),
  skype: text,
  linkedin: text,
  twitter: text,
  website_url: text,
  organization: maybe(text),
  job_title: text,
  pronouns: maybe(text),
  bot: boolean,
  work_information: maybe(text),
  local_time: nothing,
}

const profileFields: Fields = { ...personFields, followers: integer, following: integer, is_followed: boolean }

/** The public profile fields of a user inside other answers. */
export const personShape: Shape = record('UserProfile', { ...cardFields, ...personFields })

const accountFields: Fields = {
  last_sign_in_at: maybe(instant),
  confirmed_at: maybe(instant),
  last_activity_on: maybe(day),
  email: text,
  theme_id: integer,
  color_scheme_id: integer,
  projects_limit: integer,
  current_sign_in_at: maybe(instant),
  identities: arrayOf(record('Identity', { provider: text, extern_uid: text })),
  can_create_group: boolean,
  can_create_project: boolean,
  two_factor_enabled: boolean,
  external: boolean,
  private_profile: boolean,
  commit_email: text,
  shared_runners_minutes_limit: paid(maybe(integer)),
  extra_shared_runners_minutes_limit: paid(maybe(integer)),
}

const forAdministrators: Fields = {
  is_admin: optionalField(boolean),
  is_auditor: optionalField(boolean),
  using_license_seat: paid(optionalField(boolean)),
  note: optionalField(maybe(text)),
  current_sign_in_ip: optionalField(maybe(text)),
  last_sign_in_ip: optionalField(maybe(text)),
  sign_in_count: optionalField(integer),
  namespace_id: optionalField(integer),
  custom_attributes: customAttributesField,
}

/** A user: card, profile or account, depending on the caller and the route. */
export const userShape: Shape = record('User', {
  ...cardFields,
  ...allOptional({ ...profileFields, ...accountFields }),
  ...forAdministrators,
})
