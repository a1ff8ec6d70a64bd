import { customAttributesField } from '../../custom-attributes.js'
import {
  allSometimes,
  arrayOf,
  boolean,
  day,
  type Fields,
  instant,
  integer,
  maybe,
  nothing,
  record,
  type Shape,
  sometimes,
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

/** A user beside something else (docs/reference/behaviour/identity.md#user-summary). */
export const userCardShape: Shape = record('UserSummary', cardFields)

const profileFields: Fields = {
  created_at: instant,
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
  followers: integer,
  following: integer,
  is_followed: boolean,
  local_time: nothing,
}

/** A user's profile as others see it. */
export const profileShape: Shape = record('UserProfile', { ...cardFields, ...profileFields })

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
  shared_runners_minutes_limit: nothing,
  extra_shared_runners_minutes_limit: nothing,
}

const forAdministrators: Fields = {
  is_admin: sometimes(boolean),
  is_auditor: sometimes(boolean),
  note: sometimes(maybe(text)),
  namespace_id: sometimes(integer),
  custom_attributes: customAttributesField,
}

/** A user: card, profile or account, by who looks and where. */
export const userShape: Shape = record('User', {
  ...cardFields,
  ...allSometimes({ ...profileFields, ...accountFields }),
  ...forAdministrators,
})
