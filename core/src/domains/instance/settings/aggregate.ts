import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  current,
  type EventOf,
  eventCatalogue,
  type FieldErrors,
  type Instant,
  invalid,
  refuse,
} from '../../../kernel/index.js'
import { isServed } from '../../../releases/lifespan.js'
import { settingRuleItems } from '../../../releases/table/setting-rules.js'
import type { SettingName } from './catalogue/index.js'
import type { Edition } from './edition.js'
import { interlocks } from './rules/interlocks.js'
import { recordFacts } from './rules/record-facts.js'
import { isSameStoredValue, type StoredValue, storedValueOf, storedValues } from './stored-value.js'

const established = t.type({ at: codecs.instant })

const changed = t.type({
  at: codecs.instant,
  /** Only changed values, by the names of the catalogue. */
  values: storedValues,
})

const settingsEvents = eventCatalogue({
  /** The settings exist from now on, all with their initial values. */
  SettingsEstablished: current(established),
  SettingsChanged: current(changed),
})

export type SettingsEvent = EventOf<typeof settingsEvents>

/** The folded settings: every value that was ever changed, still sealed. For the others the initial value of the catalogue applies. */
export interface SettingsState {
  /** Undefined until the settings are established. */
  readonly createdAt: Instant | undefined
  readonly updatedAt: Instant | undefined
  readonly values: Readonly<Record<string, StoredValue>>
  /** By setting that was ever changed, the time of its last change. */
  readonly changedAt: Readonly<Record<string, Instant>>
}

const initialSettingsState: SettingsState = {
  createdAt: undefined,
  updatedAt: undefined,
  values: {},
  changedAt: {},
}

/** The snapshot of the settings; secrets stay sealed, as in the events. */
const settingsSnapshot: t.Type<SettingsState, unknown, unknown> = t.type({
  createdAt: codecs.orUndefined(codecs.instant),
  updatedAt: codecs.orUndefined(codecs.instant),
  values: storedValues,
  changedAt: codecs.record(t.string, codecs.instant),
})

export type SettingsCommand =
  /** Establishes the settings; nothing where they exist. */
  | { readonly type: 'Establish'; readonly at: Instant }
  /** Changes all of these values, or none. */
  | {
      readonly type: 'Change'
      readonly at: Instant
      /** The interlocks depend on tier and release. */
      readonly edition: Edition
      readonly values: ReadonlyMap<SettingName, StoredValue>
      /** Errors found in single values, reported together with those of the interlocks. */
      readonly findings: FieldErrors
    }

type Change = Extract<SettingsCommand, { readonly type: 'Change' }>

/** The implications of a change: a period of 0 ends delayed deletion, and lists of what to index count only while indexing is limited. */
const effectiveValues = (state: SettingsState, { values, edition }: Change): ReadonlyMap<SettingName, StoredValue> => {
  const all = new Map(values)
  const period = all.get('deletion_adjourned_period')
  if (
    isServed(settingRuleItems['settings.deletion_interlock'], edition.release) &&
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

/** The first command establishes the settings. */
const opened = (state: SettingsState, at: Instant): ReadonlyArray<SettingsEvent> =>
  state.createdAt === undefined ? [{ type: 'SettingsEstablished', data: { at } }] : []

const decideChange = (command: Change, state: SettingsState): ReturnType<ReturnType<typeof settings.decide>> => {
  const change = effectiveValues(state, command)
  const valid = new Map([...change].filter(([name]) => command.findings[name] === undefined))
  const findings = together(command.findings, interlocks(recordFacts(state, valid), command.edition))
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

/** The settings of the instance: one stream, whose events hold only what changed. */
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

/** The only stream of settings. */
export const SETTINGS_ID = 'instance'
