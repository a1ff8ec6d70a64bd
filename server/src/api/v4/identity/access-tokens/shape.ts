import {
  arrayOf,
  boolean,
  day,
  type Fields,
  instant,
  integer,
  maybe,
  optionalField,
  record,
  type Shape,
  text,
} from '../../shape.js'

const applicationFields: Fields = {
  id: integer,
  application_id: text,
  application_name: text,
  callback_url: text,
  confidential: boolean,
}

/** An OAuth application without its secret. */
export const applicationShape: Shape = record('Application', applicationFields)

/** A newly registered OAuth application: its secret is shown once. */
export const newApplicationShape: Shape = record('NewApplication', { ...applicationFields, secret: text })

/** A personal access token; its secret is shown once, when it is created. */
export const accessTokenShape: Shape = record('PersonalAccessToken', {
  id: integer,
  name: text,
  revoked: boolean,
  created_at: instant,
  scopes: arrayOf(text),
  user_id: integer,
  last_used_at: maybe(instant),
  active: boolean,
  expires_at: maybe(day),
  impersonation: optionalField(boolean),
  token: optionalField(text),
})

/** A token of a project or group, with the role of its bot user; its secret is shown once, when it is created. */
export const resourceTokenShape: Shape = record('ResourceAccessToken', {
  id: integer,
  name: text,
  revoked: boolean,
  created_at: instant,
  scopes: arrayOf(text),
  user_id: integer,
  last_used_at: maybe(instant),
  active: boolean,
  expires_at: maybe(day),
  access_level: integer,
  token: optionalField(text),
})

const deployTokenFields: Fields = {
  id: integer,
  name: text,
  username: text,
  expires_at: maybe(instant),
  scopes: arrayOf(text),
  revoked: boolean,
  expired: boolean,
}

export const deployTokenShape: Shape = record('DeployToken', deployTokenFields)

/** A new deploy token: its secret is shown once. */
export const newDeployTokenShape: Shape = record('NewDeployToken', { ...deployTokenFields, token: text })
