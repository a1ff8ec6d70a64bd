import type { Tier } from '../../../app/forge.js'
import { isServed, type Lifespan, type ReleaseItem, releaseItem } from '../../../releases/index.js'
import { ALIASES } from './catalogue/aliases.js'
import type { SettingValue } from './catalogue/attribute.js'
import { attributeNamed, CATALOGUE, SETTING_NAMES, type SettingName, type Settings } from './catalogue/index.js'
import { INITIAL_SETTINGS } from './initial/index.js'

const ALWAYS: Lifespan = {}

const itemOf = (name: string): ReleaseItem | undefined => releaseItem(`settings.${name}`)

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
  const attribute = attributeNamed(ALIASES[name]?.of ?? name)
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
    if (!there) absent[name] = CATALOGUE[name].shape === 'boolean' ? false : INITIAL_SETTINGS[name]
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
