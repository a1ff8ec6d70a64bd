import { arrayOf, boolean, instant, integer, mapOf, maybe, nothing, record, type Shape, text } from '../../shape.js'

/** A feature flag of a project. */
export const featureFlagShape: Shape = record('ProjectFeatureFlag', {
  name: text,
  description: maybe(text),
  active: boolean,
  version: text,
  created_at: instant,
  updated_at: instant,
  scopes: arrayOf(nothing),
  strategies: arrayOf(
    record('FeatureFlagStrategy', {
      id: integer,
      name: text,
      parameters: mapOf(text),
      scopes: arrayOf(record('FeatureFlagScope', { id: integer, environment_scope: text })),
      user_list: maybe(record('FeatureFlagStrategyUserList', { id: integer, iid: integer, name: text })),
    }),
  ),
})

/** A list of users of a project. */
export const userListShape: Shape = record('FeatureFlagUserList', {
  id: integer,
  iid: integer,
  project_id: integer,
  name: text,
  user_xids: text,
  created_at: instant,
  updated_at: instant,
})
