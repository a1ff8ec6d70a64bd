/** What environments are used for. */
export const TIERS = ['production', 'staging', 'testing', 'development', 'other'] as const

/** What an environment is used for; not the tier of the instance. */
export type EnvironmentTier = (typeof TIERS)[number]

/** Names that suggest each tier (docs/reference/behaviour/delivery.md#environments). */
const PATTERNS: ReadonlyArray<readonly [RegExp, EnvironmentTier]> = [
  [/dev|review|trunk/i, 'development'],
  [/te?st|int|acc(?:ep)?|acpt|qa|qc|control|quality/i, 'testing'],
  [/st(?:a)?g|mod(?:e)?l|pre|demo/i, 'staging'],
  [/pro?d|live/i, 'production'],
]

/** The tier that an environment's name suggests; the first matching pattern decides. */
export const guessTier = (name: string): EnvironmentTier =>
  PATTERNS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
