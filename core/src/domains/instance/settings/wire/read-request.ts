import * as E from 'fp-ts/lib/Either.js'
import { badParameters, type FieldErrors, type Rejection, refuse } from '../../../../kernel/index.js'
import { ALIASES, INSTRUCTIONS } from '../catalogue/aliases.js'
import type { SettingValue } from '../catalogue/attribute.js'
import { attributeNamed, isSettingName, SETTING_NAMES, type SettingName } from '../catalogue/index.js'
import { type Edition, isKnown, isOffered, tierHas } from '../edition.js'
import { settingsRequiredBy } from '../rules/required-settings.js'
import { validateSetting } from '../rules/validate-setting.js'
import { readInstructions } from './instructions.js'
import { readValue } from './read-value.js'

/** An update after its parameters were read: values by their present names, and the errors found so far. */
export interface RequestedChange {
  readonly values: ReadonlyMap<SettingName, SettingValue>
  readonly findings: FieldErrors
  /** The path of the group that may see the performance bar; null removes it. Undefined: not given. */
  readonly performanceBarGroup: string | null | undefined
}

const namesIn = (release: string): ReadonlyArray<string> => [
  ...SETTING_NAMES.filter((name) => attributeNamed(name)?.answeredOnly !== true && isKnown(name, release)),
  ...Object.keys(ALIASES).filter((name) => isKnown(name, release)),
  ...Object.keys(INSTRUCTIONS),
]

const namesByRelease = new Map<string, ReadonlySet<string>>()

const namesOf = (release: string): ReadonlySet<string> => {
  const known = namesByRelease.get(release)
  if (known !== undefined) return known
  const names = new Set(namesIn(release))
  namesByRelease.set(release, names)
  return names
}

/** The parameters of an update in this release, in the order of the documentation: settings, then old names, then instructions. */
export const parameterNames = (release: string): ReadonlyArray<string> => [...namesOf(release)]

/** Settings that a flag requires in the same request, as far as tier and release have them. */
const requiredInSameRequest = (
  flag: string,
  edition: Edition,
  offered: (name: string) => boolean,
): ReadonlyArray<string> => {
  const requires = settingsRequiredBy(flag)
  if (requires?.check !== 'request') return []
  return requires.names.filter((name) => isKnown(name, edition.release) && offered(name))
}

/** Query, form and JSON body of a request, merged and uninterpreted. */
export type RawParameters = Readonly<Record<string, unknown>>

const given = (raw: RawParameters, name: string): boolean => Object.hasOwn(raw, name) && raw[name] !== undefined

const PLACES: ReadonlyMap<SettingName, number> = new Map(SETTING_NAMES.map((name, place) => [name, place]))

/** The settings among the parameters, in the order of the catalogue: of several hundred a request gives a few. */
const settingsIn = (raw: RawParameters): ReadonlyArray<SettingName> =>
  Object.keys(raw)
    .filter(isSettingName)
    .sort((one, other) => (PLACES.get(one) ?? 0) - (PLACES.get(other) ?? 0))

/** Collects the values while the parameters are read. */
interface Draft {
  readonly values: Map<SettingName, SettingValue>
  readonly wrongParameters: Array<string>
  readonly wrongValues: Record<string, ReadonlyArray<string>>
}

const readOne = (draft: Draft, name: string, target: SettingName, raw: unknown, edition: Edition): void => {
  const attribute = attributeNamed(target)
  if (attribute === undefined || attribute.fixed || !tierHas(edition.tier, attribute.tier)) return
  const reading = readValue(target, attribute, raw)
  if (reading.kind === 'bad parameter') {
    draft.wrongParameters.push(`${name} ${reading.text}`)
    return
  }
  const wrong = reading.kind === 'value' ? validateSetting(target, attribute, reading.value) : reading.texts
  if (wrong.length > 0) draft.wrongValues[target] = wrong
  else delete draft.wrongValues[target]
  if (reading.kind === 'value') draft.values.set(target, reading.value)
}

const readSettings = (draft: Draft, raw: RawParameters, edition: Edition): void => {
  for (const name of settingsIn(raw)) {
    if (!given(raw, name) || !isKnown(name, edition.release) || attributeNamed(name)?.answeredOnly === true) continue
    readOne(draft, name, name, raw[name], edition)
    if (draft.values.get(name) !== true) continue
    for (const required of requiredInSameRequest(name, edition, (other) => isOffered(other, edition)))
      if (!given(raw, required)) draft.wrongParameters.push(`${required} is missing`)
  }
}

const readAliases = (draft: Draft, raw: RawParameters, edition: Edition): void => {
  for (const [old, { of, wins }] of Object.entries(ALIASES)) {
    if (!given(raw, old) || !isKnown(old, edition.release)) continue
    const both = given(raw, of) && isKnown(of, edition.release)
    if (both && wins === 'neither') draft.wrongParameters.push(`${of}, ${old} are mutually exclusive`)
    if (both && wins === 'new') continue
    readOne(draft, old, of as SettingName, raw[old], edition)
  }
}

/** Adds the own host; blank terms leave the present ones. */
const completed = (values: Map<SettingName, SettingValue>, host: string): Map<SettingName, SettingValue> => {
  const hosts = values.get('asset_proxy_allowlist')
  if (Array.isArray(hosts) && !hosts.includes(host as never))
    values.set('asset_proxy_allowlist', [...hosts, host] as ReadonlyArray<string>)
  const terms = values.get('terms')
  if (values.has('terms') && (terms === null || terms === '')) values.delete('terms')
  return values
}

/**
 * Reads the parameters of an update: types, allowed values, required settings, names that exclude each other, at least one known name.
 *
 * Names of another tier are accepted and ignored, and so are names that the release does not know. Rejections: `BadParameters` with every
 * error.
 */
export const readRequest = (
  raw: RawParameters,
  edition: Edition,
  host: string,
): E.Either<Rejection, RequestedChange> => {
  const names = namesOf(edition.release)
  if (!Object.keys(raw).some((name) => names.has(name) && given(raw, name)))
    return refuse(badParameters(`${[...names].join(', ')} are missing, at least one parameter must be provided`))
  const draft: Draft = { values: new Map(), wrongParameters: [], wrongValues: {} }
  readSettings(draft, raw, edition)
  readAliases(draft, raw, edition)
  const instructed = readInstructions(raw)
  if (instructed.storages !== undefined && !given(raw, 'repository_storages_weighted'))
    readOne(draft, 'repository_storages', 'repository_storages_weighted', instructed.storages, edition)
  const wrong = [...draft.wrongParameters, ...instructed.findings]
  if (wrong.length > 0) return refuse(badParameters(wrong.join(', ')))
  return E.right({
    values: completed(draft.values, host),
    findings: draft.wrongValues,
    performanceBarGroup: instructed.performanceBarGroup,
  })
}
