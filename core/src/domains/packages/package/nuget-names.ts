import { comparePrecedence } from './semver.js'

/** A version as NuGet compares it: three numbers or four, none of them a last zero, nothing of the build, small letters (NuGet, "Normalized version numbers"). */
export const normalisedNugetVersion = (version: string): string => {
  const plain = version.toLowerCase().split('+', 1)[0] ?? ''
  const dash = plain.indexOf('-')
  const numbers = (dash < 0 ? plain : plain.slice(0, dash)).split('.')
  while (numbers.length < 3) numbers.push('0')
  if (numbers.length === 4 && numbers[3] === '0') numbers.pop()
  return `${numbers.join('.')}${dash < 0 ? '' : plain.slice(dash)}`
}

/** Whether a version is no finished one. */
export const isNugetPrerelease = (version: string): boolean => (version.split('+', 1)[0] ?? '').includes('-')

/** Precedence of NuGet's versions, which may have a fourth number: negative where `a` comes first. */
export const compareNugetVersions = (a: string, b: string): number =>
  comparePrecedence(normalisedNugetVersion(a), normalisedNugetVersion(b), 4)
