import type { FieldErrors } from '../../../../kernel/index.js'
import { isServed } from '../../../../releases/lifespan.js'
import { settingRuleItems } from '../../../../releases/table/setting-rules.js'
import type { SettingName } from '../catalogue/index.js'
import type { Edition } from '../edition.js'
import type { RecordFacts } from './record-facts.js'
import { REQUIRED_SETTINGS } from './required-settings.js'
import { secondsOfDuration } from './setting-duration.js'

type Note = (name: string, sentence: string) => void

/** A rule between settings. */
interface Interlock {
  /** It is checked where a change sets one of these. */
  readonly about: ReadonlyArray<SettingName>
  readonly check: (facts: RecordFacts, note: Note, edition: Edition) => void
}

const OWN_SENTENCES: Readonly<Record<string, readonly [name: string, sentence: string]>> = {
  domain_denylist: ['domain_denylist', 'Domain denylist cannot be empty if denylist is enabled.'],
  terms: ['base', 'You need to set terms to be enforced'],
}

/** The text about shared runners is required and may be blank. */
const MAY_BE_BLANK: ReadonlySet<SettingName> = new Set(['shared_runners_text'])

/** Required settings: those of the same request are there, but blank ones pass the check of the parameters and are refused here. */
const required: ReadonlyArray<Interlock> = [...REQUIRED_SETTINGS].map(([name, { names, check }]) => ({
  about: check === 'stored' ? [name, ...names] : [name],
  check: (facts, note) => {
    if (facts.value(name) === false || !facts.present(name)) return
    for (const needed of names) {
      if (facts.present(needed) || MAY_BE_BLANK.has(needed)) continue
      const [key, sentence] = OWN_SENTENCES[needed] ?? [needed, "can't be blank"]
      note(key, sentence)
    }
  },
}))

const storageTimeouts: Interlock = {
  about: ['storage_timeout_default', 'storage_timeout_fast', 'storage_timeout_medium'],
  check: (facts, note) => {
    const slow = facts.value('storage_timeout_default')
    const fast = facts.value('storage_timeout_fast')
    const medium = facts.value('storage_timeout_medium')
    if (slow === undefined || fast === undefined || medium === undefined) return
    if (fast > slow) note('storage_timeout_fast', `must be less than or equal to ${slow}`)
    if (medium > slow) note('storage_timeout_medium', `must be less than or equal to ${slow}`)
    if (medium < fast) note('storage_timeout_medium', `must be greater than or equal to ${fast}`)
  },
}

/** A number that is at least another one. */
const notBelow = (lower: SettingName, upper: SettingName): Interlock => ({
  about: [lower, upper],
  check: (facts, note) => {
    const low = facts.value(lower)
    const high = facts.value(upper)
    if (typeof low === 'number' && typeof high === 'number' && high < low)
      note(upper, `must be greater than or equal to ${low}`)
  },
})

/** A number that is less than another one. */
const below = (lower: SettingName, upper: SettingName): Interlock => ({
  about: [lower, upper],
  check: (facts, note) => {
    const low = facts.value(lower)
    const high = facts.value(upper)
    if (typeof low === 'number' && typeof high === 'number' && low >= high) note(lower, `must be less than ${high}`)
  },
})

const KEY_TYPES = [
  'rsa_key_restriction',
  'dsa_key_restriction',
  'ecdsa_key_restriction',
  'ecdsa_sk_key_restriction',
  'ed25519_key_restriction',
  'ed25519_sk_key_restriction',
] as const

const someKeyType: Interlock = {
  about: KEY_TYPES,
  check: (facts, note) => {
    if (KEY_TYPES.every((name) => facts.value(name) === -1)) note('allowed_key_types', "can't be blank")
  },
}

const delayedDeletion: Interlock = {
  about: ['delayed_project_deletion', 'delayed_group_deletion', 'deletion_adjourned_period'],
  check: (facts, note, { release }) => {
    const linked = isServed(settingRuleItems['settings.deletion_interlock'], release)
    const period = facts.value('deletion_adjourned_period')
    if (period !== undefined && linked && period <= 0) note('deletion_adjourned_period', 'must be greater than 0')
    if (period !== undefined && !linked && period < 0)
      note('deletion_adjourned_period', 'must be greater than or equal to 0')
    if (linked && facts.value('delayed_project_deletion') === true && facts.value('delayed_group_deletion') === false)
      note('delayed_project_deletion', "can't be enabled when delayed group deletion is disabled")
  },
}

const cluster: Interlock = {
  about: ['cluster_integration_enabled', 'cluster_account_id', 'cluster_access_key_id'],
  check: (facts, note) => {
    if (facts.value('cluster_integration_enabled') !== true) return
    const account = facts.value('cluster_account_id')
    const key = facts.value('cluster_access_key_id')
    if (typeof account === 'string' && account !== '' && !/^\d{12}$/.test(account))
      note('cluster_account_id', 'is invalid')
    if (typeof key !== 'string' || key === '') return
    if (key.length < 16) note('cluster_access_key_id', 'is too short (minimum is 16 characters)')
    if (key.length > 128) note('cluster_access_key_id', 'is too long (maximum is 128 characters)')
  },
}

/** A text that a flag of the search engine needs. */
const searchEngine = (flag: SettingName, needed: SettingName, sentence: string): Interlock => ({
  about: [flag, needed],
  check: (facts, note) => {
    if (facts.value(flag) === true && !facts.present(needed)) note(needed, sentence)
  },
})

const archivedJobs: Interlock = {
  about: ['archive_builds_in_human_readable'],
  check: (facts, note) => {
    const text = facts.value('archive_builds_in_human_readable')
    const seconds = typeof text === 'string' ? secondsOfDuration(text) : undefined
    if (seconds !== undefined && seconds < 86400)
      note('archive_builds_in_seconds', 'must be greater than or equal to 86400')
  },
}

/** All of them; the order is that of the errors. */
const INTERLOCKS: ReadonlyArray<Interlock> = [
  ...required,
  storageTimeouts,
  notBelow('housekeeping_incremental_repack_period', 'housekeeping_full_repack_period'),
  notBelow('housekeeping_full_repack_period', 'housekeeping_gc_period'),
  below('inactive_projects_send_warning_email_after_months', 'inactive_projects_delete_after_months'),
  below('mirror_capacity_threshold', 'mirror_max_capacity'),
  someKeyType,
  delayedDeletion,
  cluster,
  searchEngine('searchengine_indexing', 'searchengine_url', "can't be blank when indexing is enabled"),
  searchEngine('searchengine_aws', 'searchengine_aws_region', "can't be blank when using aws hosted elasticsearch"),
  archivedJobs,
]

/** The errors between settings after a change; only rules about changed settings are checked. */
export const interlocks = (facts: RecordFacts, edition: Edition): FieldErrors => {
  const findings: Record<string, Array<string>> = {}
  const note: Note = (name, sentence) => {
    const sentences = findings[name] ?? []
    if (!sentences.includes(sentence)) sentences.push(sentence)
    findings[name] = sentences
  }
  for (const { about, check } of INTERLOCKS) if (facts.touches(about)) check(facts, note, edition)
  return findings
}
