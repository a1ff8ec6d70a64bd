import { blank, blankOrTooLong, type FieldErrors, fieldErrors, isLonger, tooLong } from '../../../kernel/index.js'
import type { ConanOwner } from './commands.js'
import type { PackageType } from './package-type.js'
import { MAYBE_V_SEMVER, NUGET_VERSION, PEP440, SEMVER, V_SEMVER } from './semver.js'

interface Rule {
  readonly name: RegExp
  readonly nameText?: string
  /** Undefined: any. */
  readonly version?: RegExp
  readonly versionText?: string
  readonly versionOptional?: boolean
}

const GENERIC_PATH = /^@?(([\w\-.+]+)\/)*[\w\-.]+(@(([\w\-.]+)\/)*[\w\-.]+)?$/
const PLAIN_VERSION = /^(?!.*\.\.)[\w+.-]+$/
const SIMPLE_NAME = /^[\w.+-]+$/
const CONAN = /^[a-zA-Z0-9_][a-zA-Z0-9_+.-]{1,49}$/
const CONAN_OWNER = /^[a-zA-Z0-9_][a-zA-Z0-9_+.-]{0,254}$/
/** The separators tell the suffixes of a version apart, so that each version can be parsed in one way only. */
const COMPOSER_VERSION =
  /^(dev-.+|.+-dev|v?\d+(\.(\d+|x|\*)){0,3}([-.]?[a-zA-Z]+((\.\d*[-.]?|\d+[-.]?|-)[a-zA-Z]+)*\.?\d*)?(\+\S+)?)$/
const SEMVER_TEXT = 'should follow SemVer: https://semver.org'

/** The format of names and versions of each type (docs/reference/behaviour/packages.md#names-and-versions). */
const RULES: Readonly<Record<PackageType, Rule>> = {
  maven: { name: GENERIC_PATH, version: PLAIN_VERSION, versionOptional: true },
  npm: {
    name: /^(@[a-zA-Z0-9\-+._]+\/)?[a-zA-Z0-9\-+._]+$/,
    nameText: 'should be a valid NPM package name: https://github.com/npm/validate-npm-package-name#naming-rules.',
    version: SEMVER,
    versionText: SEMVER_TEXT,
  },
  conan: { name: CONAN, version: CONAN },
  nuget: { name: SIMPLE_NAME, version: NUGET_VERSION },
  pypi: { name: GENERIC_PATH, version: PEP440 },
  composer: { name: GENERIC_PATH, version: COMPOSER_VERSION },
  generic: { name: SIMPLE_NAME, version: PLAIN_VERSION },
  golang: { name: GENERIC_PATH, version: V_SEMVER, versionText: SEMVER_TEXT },
  helm: { name: /^[a-zA-Z0-9]+([._-][a-zA-Z0-9]+)*$/, version: MAYBE_V_SEMVER, versionText: SEMVER_TEXT },
  terraform_module: { name: /^[a-z0-9-]+\/[a-z0-9-]+$/, version: SEMVER, versionText: SEMVER_TEXT },
}

const versionErrors = (rule: Rule, version: string | null): ReadonlyArray<string> => {
  if (version === null || version === '') return rule.versionOptional === true ? [] : blank('')
  if (isLonger(version, 255)) return tooLong(version, 255)
  return rule.version === undefined || rule.version.test(version) ? [] : [rule.versionText ?? 'is invalid']
}

const nameErrors = (rule: Rule, name: string): ReadonlyArray<string> => {
  const wrong = blankOrTooLong(name)
  if (wrong.length > 0) return wrong
  return rule.name.test(name) && !name.split('/').includes('..') ? [] : [rule.nameText ?? 'is invalid']
}

/** The errors of a Conan recipe's user and channel, which follow the rule of its name. */
const conanErrors = (owner: ConanOwner): ReadonlyArray<string> =>
  CONAN_OWNER.test(owner.username) && CONAN_OWNER.test(owner.channel) ? [] : ['is invalid']

/** The errors of a name and a version of that type; undefined where there are none. */
export const namingErrors = (
  type: PackageType,
  named: { readonly name: string; readonly version: string | null; readonly conan: ConanOwner | null },
): FieldErrors | undefined => {
  const rule = RULES[type]
  return fieldErrors({
    name: nameErrors(rule, named.name),
    version: versionErrors(rule, named.version),
    base: named.conan === null ? [] : conanErrors(named.conan),
  })
}

/** The displayed name; for a Conan package, its whole recipe. */
export const shownName = (name: string, version: string | null, conan: ConanOwner | null): string =>
  conan === null ? name : `${name}/${version}@${conan.username}/${conan.channel}`

/**
 * The project of a recipe's user, where no project is named: its full path with plus signs. Undefined for other users.
 *
 * @example
 * assert.equal(projectOfConanUser('acme+tools'), 'acme/tools')
 */
export const projectOfConanUser = (username: string): string | undefined =>
  username.includes('+') ? username.replaceAll('+', '/') : undefined

/**
 * A Conan package reference: a digest of settings, options and requirements.
 *
 * @example
 * assert.ok(isPackageReference('5ab84d6acfe1f23c4fae0ab88f26e3a396351ac9'))
 */
export const isPackageReference = (text: string): boolean => /^[A-Za-z0-9]{40}$/.test(text)

/** Whether it is a valid file name: one path segment of printable characters, without halves of surrogate pairs, which no address can hold. */
export const isFileName = (name: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  name.length <= 255 && /^[^/\\\u0000-\u001f\p{Surrogate}]+$/u.test(name) && name !== '.' && name !== '..'

/** Whether an npm name has the scope of a top-level namespace, in which it is then unique; case-insensitive. */
export const isInNpmScope = (name: string, topNamespacePath: string): boolean =>
  name.toLowerCase().startsWith(`@${topNamespacePath.toLowerCase()}/`)

/** Normalises the name of a Python project for comparison (PEP 503). */
export const normalisedPythonName = (name: string): string => name.replace(/[-_.]+/g, '-').toLowerCase()
