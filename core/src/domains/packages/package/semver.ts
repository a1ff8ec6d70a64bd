const NUMBER = '(0|[1-9]\\d*)'
const PRERELEASE = '(-((0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?'
const BUILD = '(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?'

/** Semantic Versioning 2.0.0, whole. */
export const SEMVER = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}${PRERELEASE}${BUILD}$`)
/** With a leading v. */
export const V_SEMVER = new RegExp(`^v${NUMBER}\\.${NUMBER}\\.${NUMBER}${PRERELEASE}${BUILD}$`)
/** With or without one. */
export const MAYBE_V_SEMVER = new RegExp(`^v?${NUMBER}\\.${NUMBER}\\.${NUMBER}${PRERELEASE}${BUILD}$`)
/** Two to four numbers, as NuGet counts. */
export const NUGET_VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}(\\.${NUMBER}(\\.${NUMBER})?)?${PRERELEASE}${BUILD}$`)
/** PEP 440, with its permitted spellings. */
export const PEP440 =
  /^v?(\d+!)?\d+(\.\d+)*([-_.]?(a|b|c|rc|alpha|beta|pre|preview)[-_.]?\d*)?(-\d+|[-_.]?(post|rev|r)[-_.]?\d*)?([-_.]?dev[-_.]?\d*)?(\+[a-z0-9]+([-_.][a-z0-9]+)*)?$/i

/** The numbers of a semantic version and its pre-release parts; undefined for other texts. */
const partsOf = (version: string): { readonly numbers: ReadonlyArray<number>; readonly pre: ReadonlyArray<string> } => {
  const plain = version.split('+', 1)[0] ?? ''
  const dash = plain.indexOf('-')
  const core = dash < 0 ? plain : plain.slice(0, dash)
  return { numbers: core.split('.').map(Number), pre: dash < 0 ? [] : plain.slice(dash + 1).split('.') }
}

const compareNumbers = (a: ReadonlyArray<number>, b: ReadonlyArray<number>, most: number): number => {
  for (let index = 0; index < most; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

const comparePart = (a: string, b: string): number => {
  const numeric = /^\d+$/
  if (numeric.test(a) && numeric.test(b)) return Number(a) - Number(b)
  if (numeric.test(a)) return -1
  if (numeric.test(b)) return 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** Precedence of Semantic Versioning 2.0.0 §11, for versions with up to this many numbers: negative where `a` comes first. */
export const comparePrecedence = (a: string, b: string, most: number): number => {
  const [one, other] = [partsOf(a), partsOf(b)]
  const numbers = compareNumbers(one.numbers, other.numbers, most)
  if (numbers !== 0) return numbers
  if (one.pre.length === 0 || other.pre.length === 0) return other.pre.length - one.pre.length
  for (let index = 0; index < Math.max(one.pre.length, other.pre.length); index++) {
    const [x, y] = [one.pre[index], other.pre[index]]
    if (x === undefined) return -1
    if (y === undefined) return 1
    const part = comparePart(x, y)
    if (part !== 0) return part
  }
  return 0
}

/** Precedence of Semantic Versioning 2.0.0 §11: negative where `a` comes first. */
export const compareSemver = (a: string, b: string): number => comparePrecedence(a, b, 3)

/** The newest version that is no pre-release; where all are, the newest of them. Undefined without versions. */
export const newestOf = (versions: ReadonlyArray<string>): string | undefined => {
  const stable = versions.filter((version) => partsOf(version).pre.length === 0)
  return [...(stable.length > 0 ? stable : versions)].sort(compareSemver).at(-1)
}

/**
 * The normalised version number of NuGet: three numbers or four, no trailing zero as the fourth, no build metadata, lower case (NuGet,
 * "Normalized version numbers").
 */
export const normalisedNugetVersion = (version: string): string => {
  const plain = version.toLowerCase().split('+', 1)[0] ?? ''
  const dash = plain.indexOf('-')
  const numbers = (dash < 0 ? plain : plain.slice(0, dash)).split('.')
  while (numbers.length < 3) numbers.push('0')
  if (numbers.length === 4 && numbers[3] === '0') numbers.pop()
  return `${numbers.join('.')}${dash < 0 ? '' : plain.slice(dash)}`
}

/** Whether a version is a pre-release. */
export const isNugetPrerelease = (version: string): boolean => (version.split('+', 1)[0] ?? '').includes('-')

/** Precedence of NuGet's versions, which may have a fourth number: negative where `a` comes first. */
export const compareNugetVersions = (a: string, b: string): number =>
  comparePrecedence(normalisedNugetVersion(a), normalisedNugetVersion(b), 4)
