import { actionLimits } from './action-limits.js'
import { appearance } from './appearance-and-mail.js'
import type { Attribute } from './attribute.js'
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
