import type { Tier } from '../../../../app/forge.js'
import { isServed, type Lifespan, releaseItem } from '../../../../releases/index.js'
import { ALIASES } from './aliases.js'
import { appearance, integrations, outbound } from './appearance-and-integrations.js'
import type { Attribute, SettingValue } from './attribute.js'
import { ci, clusters, registries } from './ci-and-packages.js'
import { mergeRequests, projects } from './projects.js'
import { internals, repositories, sshKeys } from './repositories.js'
import { search } from './search.js'
import { signIn, spamAndCaptcha, tokensAndKeys } from './sign-in.js'
import { rateLimits, throttles } from './throttles.js'

/** The catalogue: every setting by name. */
export const CATALOGUE = {
  ...signIn,
  ...tokensAndKeys,
  ...sshKeys,
  ...spamAndCaptcha,
  ...throttles,
  ...rateLimits,
  ...projects,
  ...mergeRequests,
  ...repositories,
  ...ci,
  ...registries,
  ...search,
  ...clusters,
  ...appearance,
  ...outbound,
  ...integrations,
  ...internals,
}

/** The areas of the catalogue, for the reference page. */
export const AREAS: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
  'Signing in': signIn,
  'Tokens and keys': { ...tokensAndKeys, ...sshKeys },
  'Spam and robots': spamAndCaptcha,
  Throttles: throttles,
  'Limits on single actions': rateLimits,
  'Groups and projects': projects,
  'Merge requests': mergeRequests,
  Repositories: repositories,
  'Pipelines and runners': ci,
  'Packages and images': registries,
  Search: search,
  'Clusters and replicas': clusters,
  'Mail and appearance': appearance,
  'Outgoing requests': outbound,
  Integrations: integrations,
  'The rest': internals,
}

/** The name of a setting. */
export type SettingName = keyof typeof CATALOGUE

/** The values of all settings. */
export type Settings = {
  readonly [Name in SettingName]: (typeof CATALOGUE)[Name] extends Attribute<infer A> ? A : never
}

const byName: ReadonlyMap<string, Attribute> = new Map(Object.entries<Attribute>(CATALOGUE))

/** The names of all settings, in the order of the catalogue. */
export const SETTING_NAMES = Object.keys(CATALOGUE) as ReadonlyArray<SettingName>

/** The attribute with this name; undefined where the catalogue has none. */
export const attributeNamed = (name: string): Attribute | undefined => byName.get(name)

export const isSettingName = (name: string): name is SettingName => byName.has(name)

/** The values that an instance has before anybody changes one. */
export const INITIAL_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, CATALOGUE[name].initial as SettingValue]),
) as unknown as Settings

/** When a setting or an old name lives, from the release table. */
export const settingLifespan = (name: string): Lifespan =>
  // As a setting this one is no older name; the table speaks of the parameter.
  name === 'performance_bar_allowed_group_id' ? {} : (releaseItem(`settings.${name}`) ?? {})

const RANK: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 }

/** Whether what belongs to a tier is there on an instance. */
export const tierHas = (instance: Tier, needed: Tier): boolean => RANK[instance] >= RANK[needed]

/** What decides which settings there are. */
export interface Edition {
  readonly tier: Tier
  readonly release: string
}

/** Whether the release knows the name of a setting or an alias. */
export const isKnown = (name: string, release: string): boolean => isServed(settingLifespan(name), release)

/** Whether the setting is there on this tier and release. */
export const isOffered = (name: string, edition: Edition): boolean => {
  const attribute = byName.get(ALIASES[name]?.of ?? name)
  return attribute !== undefined && tierHas(edition.tier, attribute.tier) && isKnown(name, edition.release)
}

const OLD_NAMES: ReadonlyMap<string, ReadonlyArray<string>> = Object.entries(ALIASES).reduce(
  (names, [old, { of }]) => names.set(of, [...(names.get(of) ?? []), old]),
  new Map<string, ReadonlyArray<string>>(),
)

/** The old names of a setting that the release still knows. */
export const oldNamesOf = (name: string, release: string): ReadonlyArray<string> =>
  (OLD_NAMES.get(name) ?? []).filter((old) => isKnown(old, release))

/** The settings as they work on this tier and release: a flag that is not there, or cannot be switched on, is off, anything else that is not there has its first value. */
export const inEdition = (values: Settings, edition: Edition): Settings => {
  const all: Record<string, SettingValue> = {}
  for (const name of SETTING_NAMES) {
    const there = isOffered(name, edition) || oldNamesOf(name, edition.release).some((old) => isOffered(old, edition))
    const { shape, initial, unavailable }: Attribute = CATALOGUE[name]
    const off: SettingValue = shape === 'boolean' ? false : initial
    all[name] = there && unavailable === undefined ? values[name] : off
  }
  return all as unknown as Settings
}
