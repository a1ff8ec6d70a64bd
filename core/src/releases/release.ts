/** Every supported release, oldest first. */
export const RELEASES = [
  '14.0',
  '14.1',
  '14.2',
  '14.3',
  '14.4',
  '14.5',
  '14.6',
  '14.7',
  '14.8',
  '14.9',
  '14.10',
  '15.0',
  '15.1',
  '15.2',
  '15.3',
  '15.4',
  '15.5',
  '15.6',
  '15.7',
  '15.8',
  '15.9',
  '15.10',
  '15.11',
  '16.0',
] as const

/** A supported API release. */
export type Release = (typeof RELEASES)[number]

/** The release that is served unless another one is configured. */
export const DEFAULT_RELEASE: Release = '15.3'

/** Stands for a release before the first supported one, where the documents do not say in which release an item began or was deprecated. */
export const BEFORE_FIRST_RELEASE = '0.0'

/**
 * Whether the text names a supported release.
 *
 * @example
 * assert.equal(isRelease('17.9'), false)
 */
export const isRelease = (text: string): text is Release => (RELEASES as ReadonlyArray<string>).includes(text)

/**
 * The release that a text names; undefined for unsupported ones.
 *
 * @example
 * assert.equal(parseRelease('v15.3'), '15.3')
 */
export const parseRelease = (text: string): Release | undefined => {
  const trimmed = text.trim().replace(/^v/, '')
  return isRelease(trimmed) ? trimmed : undefined
}

const partsOf = (release: string): readonly [number, number] => {
  const dot = release.indexOf('.')
  return dot < 0 ? [Number(release), 0] : [Number(release.slice(0, dot)), Number(release.slice(dot + 1))]
}

/**
 * Negative where `a` is older, zero where both are equal, positive where `a` is newer; `14.10` follows `14.9`. Also compares unsupported
 * releases (`13.8`, `17.0`).
 *
 * @example
 * assert.ok(compareReleases('14.10', '14.9') > 0)
 */
export const compareReleases = (a: string, b: string): number => {
  if (a === b) return 0
  const [majorA, minorA] = partsOf(a)
  const [majorB, minorB] = partsOf(b)
  return majorA - majorB || minorA - minorB
}

/**
 * Whether `release` is `bound` or newer.
 *
 * @example
 * assert.equal(isAtLeast('15.3', '15.3'), true)
 */
export const isAtLeast = (release: string, bound: string): boolean => compareReleases(release, bound) >= 0
