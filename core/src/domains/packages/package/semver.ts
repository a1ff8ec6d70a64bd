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
