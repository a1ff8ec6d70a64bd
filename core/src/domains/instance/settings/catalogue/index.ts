import type { Tier } from '../../../../app/forge.js'
import { isServed, type Lifespan, type ReleaseItem, settingItems } from '../../../../releases/index.js'
import { actionLimits } from './action-limits.js'
import { ALIASES } from './aliases.js'
import { appearance } from './appearance-and-mail.js'
import type { Attribute, SettingValue } from './attribute.js'
import { clusters } from './clusters-and-replicas.js'
import { projects } from './groups-and-projects.js'
import { internals } from './instance.js'
import { integrations } from './integrations.js'
import { mergeRequests } from './merge-requests.js'
import { outbound } from './outgoing-requests.js'
import { registries } from './packages-and-images.js'
import { ci } from './pipelines-and-runners.js'
import { repositories } from './repositories.js'
import { search } from './search.js'
import { signIn } from './sign-in.js'
import { spamAndCaptcha } from './spam-and-captcha.js'
import { throttles } from './throttles.js'
import { sshKeys, tokensAndKeys } from './tokens-and-keys.js'

/** The catalogue: every setting by name, from a file for each area of the reference page (docs/reference/settings.md). */
export const CATALOGUE = {
  ...signIn,
  ...tokensAndKeys,
  ...sshKeys,
  ...spamAndCaptcha,
  ...throttles,
  ...actionLimits,
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

/** The areas of the catalogue by their headings on the reference page; each is the file of that name, `The rest` is `instance.ts`. */
export const AREAS: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
  'Signing in': signIn,
  'Tokens and keys': { ...tokensAndKeys, ...sshKeys },
  'Spam and robots': spamAndCaptcha,
  Throttles: throttles,
  'Limits on single actions': actionLimits,
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

/** The values of an instance whose settings were never changed. */
export const INITIAL_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, CATALOGUE[name].initial as SettingValue]),
) as unknown as Settings

const ALWAYS: Lifespan = {}

const items: Readonly<Record<string, ReleaseItem>> = settingItems

const itemOf = (name: string): ReleaseItem | undefined =>
  Object.hasOwn(items, `settings.${name}`) ? items[`settings.${name}`] : undefined

/** Cached, because a change of settings needs all of them. */
const LIFESPANS: ReadonlyMap<string, Lifespan> = new Map(
  [...SETTING_NAMES, ...Object.keys(ALIASES)].map((name) => [name, itemOf(name) ?? ALWAYS]),
)

/** The lifespan of a setting or an old name, from the release table. */
export const settingLifespan = (name: string): Lifespan =>
  // As a setting it is not the old name; the table is about the parameter.
  name === 'performance_bar_allowed_group_id' ? ALWAYS : (LIFESPANS.get(name) ?? itemOf(name) ?? ALWAYS)

const RANK: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 }

/** Whether the tier of an instance includes a tier. */
export const tierHas = (instance: Tier, needed: Tier): boolean => RANK[instance] >= RANK[needed]

/** The edition of an instance, which decides the settings it has. */
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

/** The values of settings that do not exist on this tier and release. */
const absentIn = (edition: Edition): Readonly<Partial<Record<SettingName, SettingValue>>> => {
  const absent: Partial<Record<SettingName, SettingValue>> = {}
  for (const name of SETTING_NAMES) {
    const there = isOffered(name, edition) || oldNamesOf(name, edition.release).some((old) => isOffered(old, edition))
    const { shape, initial }: Attribute = CATALOGUE[name]
    if (!there) absent[name] = shape === 'boolean' ? false : initial
  }
  return absent
}

interface OfEdition {
  readonly absent: ReturnType<typeof absentIn>
  readonly initial: Settings
}

const byEdition = new Map<string, OfEdition>()

/**
 * The settings that apply on this tier and release: a flag that does not exist or cannot be enabled is off, and any other setting that does
 * not exist has its initial value.
 */
export const inEdition = (values: Settings, edition: Edition): Settings => {
  const name = `${edition.tier} ${edition.release}`
  let known = byEdition.get(name)
  if (known === undefined) {
    const absent = absentIn(edition)
    known = { absent, initial: { ...INITIAL_SETTINGS, ...absent } as Settings }
    byEdition.set(name, known)
  }
  return values === INITIAL_SETTINGS ? known.initial : ({ ...values, ...known.absent } as Settings)
}
