import { boolean, day, instant, integer, mapOf, nothing, oneOf, record, type Shape, text } from '../../shape.js'

export const licenseShape: Shape = record('License', {
  id: integer,
  plan: oneOf(['premium', 'ultimate']),
  created_at: instant,
  starts_at: day,
  expires_at: nothing,
  historical_max: integer,
  maximum_user_count: integer,
  expired: boolean,
  overage: integer,
  user_limit: integer,
  active_users: integer,
  licensee: mapOf(text),
  add_ons: mapOf(integer),
})
