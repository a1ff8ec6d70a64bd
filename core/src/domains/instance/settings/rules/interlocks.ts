import type { FieldErrors } from '../../../../kernel/index.js'
import { isServed, settingItems } from '../../../../releases/index.js'
import { attributeNamed, type Edition, SETTING_NAMES, type SettingName } from '../catalogue/index.js'
import type { RecordFacts } from './record-facts.js'
import { secondsOfDuration } from './setting-duration.js'

type Note = (name: string, sentence: string) => void
type Rule = (facts: RecordFacts, note: Note, edition: Edition) => void

const OWN_SENTENCES: Readonly<Record<string, readonly [name: string, sentence: string]>> = {
  domain_denylist: ['domain_denylist', 'Domain denylist cannot be empty if denylist is enabled.'],
  terms: ['base', 'You need to set terms to be enforced'],
}

/** Flags that require other settings in the resulting settings, and the certificate that requires its key. */
const requiredInRecord: Rule = (facts, note) => {
  for (const name of SETTING_NAMES) {
    const requires = attributeNamed(name)?.requires
    if (requires?.check !== 'stored') continue
    const names = requires.names as ReadonlyArray<SettingName>
    const value = facts.value(name)
    const on = value === true || (value !== false && facts.present(name))
    if (!on || !facts.touches(name, ...names)) continue
    for (const required of names) {
      if (facts.present(required)) continue
      const [key, sentence] = OWN_SENTENCES[required] ?? [required, "can't be blank"]
      note(key, sentence)
    }
  }
}

const storageTimeouts: Rule = (facts, note) => {
  if (!facts.touches('storage_timeout_default', 'storage_timeout_fast', 'storage_timeout_medium')) return
  const slow = facts.value('storage_timeout_default')
  const fast = facts.value('storage_timeout_fast')
  const medium = facts.value('storage_timeout_medium')
  if (slow === undefined || fast === undefined || medium === undefined) return
  if (fast > slow) note('storage_timeout_fast', `must be less than or equal to ${slow}`)
  if (medium > slow) note('storage_timeout_medium', `must be less than or equal to ${slow}`)
  if (medium < fast) note('storage_timeout_medium', `must be greater than or equal to ${fast}`)
}

const housekeeping: Rule = (facts, note) => {
  const names = [
    'housekeeping_incremental_repack_period',
    'housekeeping_full_repack_period',
    'housekeeping_gc_period',
  ] as const
  if (!facts.touches(...names)) return
  for (const [smaller, larger] of [
    [names[0], names[1]],
    [names[1], names[2]],
  ] as const) {
    const floor = facts.value(smaller)
    const value = facts.value(larger)
    if (floor !== undefined && value !== undefined && value < floor)
      note(larger, `must be greater than or equal to ${floor}`)
  }
}

const below =
  (lower: SettingName, upper: SettingName): Rule =>
  (facts, note) => {
    const low = facts.value(lower)
    const high = facts.value(upper)
    if (!facts.touches(lower, upper) || typeof low !== 'number' || typeof high !== 'number') return
    if (low >= high) note(lower, `must be less than ${high}`)
  }

const KEY_TYPES = [
  'rsa_key_restriction',
  'dsa_key_restriction',
  'ecdsa_key_restriction',
  'ecdsa_sk_key_restriction',
  'ed25519_key_restriction',
  'ed25519_sk_key_restriction',
] as const

const someKeyType: Rule = (facts, note) => {
  if (facts.touches(...KEY_TYPES) && KEY_TYPES.every((name) => facts.value(name) === -1))
    note('allowed_key_types', "can't be blank")
}

const delayedDeletion: Rule = (facts, note, { release }) => {
  if (!facts.touches('delayed_project_deletion', 'delayed_group_deletion', 'deletion_adjourned_period')) return
  const linked = isServed(settingItems['settings.deletion_interlock'], release)
  const period = facts.value('deletion_adjourned_period')
  if (period !== undefined && linked && period <= 0) note('deletion_adjourned_period', 'must be greater than 0')
  if (period !== undefined && !linked && period < 0)
    note('deletion_adjourned_period', 'must be greater than or equal to 0')
  if (linked && facts.value('delayed_project_deletion') === true && facts.value('delayed_group_deletion') === false)
    note('delayed_project_deletion', "can't be enabled when delayed group deletion is disabled")
}

const cluster: Rule = (facts, note) => {
  if (facts.value('cluster_integration_enabled') !== true) return
  if (!facts.touches('cluster_integration_enabled', 'cluster_account_id', 'cluster_access_key_id')) return
  const account = facts.value('cluster_account_id')
  const key = facts.value('cluster_access_key_id')
  if (typeof account === 'string' && account !== '' && !/^\d{12}$/.test(account))
    note('cluster_account_id', 'is invalid')
  if (typeof key !== 'string' || key === '') return
  if (key.length < 16) note('cluster_access_key_id', 'is too short (minimum is 16 characters)')
  if (key.length > 128) note('cluster_access_key_id', 'is too long (maximum is 128 characters)')
}

const searchEngine: Rule = (facts, note) => {
  if (facts.touches('searchengine_indexing', 'searchengine_url') && facts.value('searchengine_indexing') === true)
    if (!facts.present('searchengine_url')) note('searchengine_url', "can't be blank when indexing is enabled")
  if (facts.touches('searchengine_aws', 'searchengine_aws_region') && facts.value('searchengine_aws') === true)
    if (!facts.present('searchengine_aws_region'))
      note('searchengine_aws_region', "can't be blank when using aws hosted elasticsearch")
}

const archivedJobs: Rule = (facts, note) => {
  const text = facts.value('archive_builds_in_human_readable')
  if (!facts.touches('archive_builds_in_human_readable') || typeof text !== 'string') return
  const seconds = secondsOfDuration(text)
  if (seconds !== undefined && seconds < 86400)
    note('archive_builds_in_seconds', 'must be greater than or equal to 86400')
}

/** Flags that require other settings in the same request: blank values pass the parameter check and are refused here. */
const requiredInRequest: Rule = (facts, note) => {
  for (const name of SETTING_NAMES) {
    const requires = attributeNamed(name)?.requires
    if (requires?.check !== 'request' || facts.value(name) !== true || !facts.touches(name)) continue
    for (const required of requires.names as ReadonlyArray<SettingName>)
      if (attributeNamed(required)?.shape === 'text' && MAY_BE_BLANK.has(required) === false)
        if (!facts.present(required)) note(required, "can't be blank")
  }
}

/** The text about shared runners is required and may be blank. */
const MAY_BE_BLANK: ReadonlySet<string> = new Set(['shared_runners_text'])

const RULES: ReadonlyArray<Rule> = [
  requiredInRecord,
  requiredInRequest,
  storageTimeouts,
  housekeeping,
  below('inactive_projects_send_warning_email_after_months', 'inactive_projects_delete_after_months'),
  below('mirror_capacity_threshold', 'mirror_max_capacity'),
  someKeyType,
  delayedDeletion,
  cluster,
  searchEngine,
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
  for (const rule of RULES) rule(facts, note, edition)
  return findings
}
