/** Roles by the numbers the API uses. */
export const ACCESS = {
  none: 0,
  minimal: 5,
  guest: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
  admin: 60,
} as const

/** A role's number: 0, 5, 10, 20, 30, 40 or 50. */
export type AccessLevel = number

/** The visibility levels of a project or group, from the most to the least restricted. */
export const VISIBILITIES = ['private', 'internal', 'public'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** The licence tiers, which decide the paid features of an instance. */
export type Tier = 'free' | 'premium' | 'ultimate'
