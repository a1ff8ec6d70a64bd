import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, type FieldErrors, type Instant, invalid, refuse } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import type { SettingName } from './catalogue/index.js'
import type { SettingsCommand } from './commands.js'
import { type SettingsEvent, settingsEvents } from './events.js'
import { interlocks } from './rules/interlocks.js'
import { recordFacts } from './rules/record-facts.js'
import { settingsSnapshot } from './snapshot.js'
import { initialSettingsState, type SettingsState, storedValueOf } from './state.js'
import { isSameStoredValue, type StoredValue } from './stored-value.js'

type Change = Extract<SettingsCommand, { readonly type: 'Change' }>

/** What a change means beyond its words: a period of 0 ends delayed deletion, and lists of what to index count only while indexing is limited. */
const meant = (state: SettingsState, { values, edition }: Change): ReadonlyMap<SettingName, StoredValue> => {
  const all = new Map(values)
  const period = all.get('deletion_adjourned_period')
  if (
    releaseHas('settings.deletion_interlock', edition.release) &&
    period !== undefined &&
    'value' in period &&
    period.value === 0
  ) {
    all.set('deletion_adjourned_period', { value: 1 })
    all.set('delayed_project_deletion', { value: false })
    all.set('delayed_group_deletion', { value: false })
  }
  if (recordFacts(state, all).value('searchengine_limit_indexing') !== true) {
    all.delete('searchengine_namespace_ids')
    all.delete('searchengine_project_ids')
  }
  return all
}

const together = (a: FieldErrors, b: FieldErrors): FieldErrors => {
  const all: Record<string, ReadonlyArray<string>> = { ...a }
  for (const [name, sentences] of Object.entries(b)) all[name] = [...new Set([...(all[name] ?? []), ...sentences])]
  return all
}

/** The record is opened by whatever touches it first. */
const opened = (state: SettingsState, at: Instant): ReadonlyArray<SettingsEvent> =>
  state.createdAt === undefined ? [{ type: 'SettingsEstablished', data: { at } }] : []

const decideChange = (command: Change, state: SettingsState): ReturnType<ReturnType<typeof settings.decide>> => {
  const change = meant(state, command)
  const sound = new Map([...change].filter(([name]) => command.findings[name] === undefined))
  const findings = together(command.findings, interlocks(recordFacts(state, sound), command.edition))
  if (Object.keys(findings).length > 0) return refuse(invalid(findings))
  const different = [...change].filter(([name, value]) => !isSameStoredValue(storedValueOf(state, name), value))
  const opening = opened(state, command.at)
  if (different.length === 0) return E.right(opening)
  const changed: SettingsEvent = {
    type: 'SettingsChanged',
    data: { at: command.at, values: Object.fromEntries(different) },
  }
  return E.right([...opening, changed])
}

/** The settings of the instance: one stream, each event with only what changed. */
export const settings: Aggregate<SettingsCommand, SettingsEvent, SettingsState> = {
  category: 'settings',
  stateVersion: 2,
  snapshot: settingsSnapshot,
  events: settingsEvents,
  initial: initialSettingsState,
  decide: (command) => (state) => {
    if (command.type === 'Change') return decideChange(command, state)
    return E.right(opened(state, command.at))
  },
  evolve: (state, event) => {
    const { at } = event.data
    const times = { createdAt: state.createdAt ?? at, updatedAt: at }
    if (event.type === 'SettingsEstablished') return { ...state, ...times }
    const { values } = event.data
    const changed = Object.fromEntries(Object.keys(values).map((name) => [name, at]))
    return { ...times, values: { ...state.values, ...values }, changedAt: { ...state.changedAt, ...changed } }
  },
}

/** The settings have one stream. */
export const SETTINGS_ID = 'instance'
