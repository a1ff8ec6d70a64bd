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

/** Who may see a place, from the fewest to all. */
export const VISIBILITIES = ['private', 'internal', 'public'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** Which paid features exist here. */
export type Tier = 'free' | 'premium' | 'ultimate'
