import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { list, nullable, safeInteger } from '../../../kernel/codecs.js'
import { type Aggregate, current, type EventOf, eventCatalogue, invalid, refuse } from '../../../kernel/index.js'

const gates = t.type({
  /** Null: this gate is not set. */
  boolean: nullable(t.boolean),
  percentageOfTime: nullable(safeInteger),
  percentageOfActors: nullable(safeInteger),
  /** Names such as `User:1`. */
  actors: list(t.string),
  groups: list(t.string),
})
const set = t.type({ name: t.string, gates })
const nothing = t.type({})

/** For whom a feature is enabled. */
export type FeatureGates = Readonly<t.TypeOf<typeof gates>>

const featureFlagEvents = eventCatalogue({ FeatureFlagSet: current(set), FeatureFlagDeleted: current(nothing) })

export type FeatureFlagEvent = EventOf<typeof featureFlagEvents>

/** The new value of a gate. */
export type GateChange =
  | { readonly gate: 'boolean'; readonly on: boolean }
  | { readonly gate: 'percentageOfTime' | 'percentageOfActors'; readonly percentage: number }
  | { readonly gate: 'actors' | 'groups'; readonly names: ReadonlyArray<string>; readonly on: boolean }

export type FeatureFlagCommand =
  | { readonly type: 'Set'; readonly name: string; readonly change: GateChange }
  | { readonly type: 'Delete' }

export type FeatureFlagState = { readonly gates: FeatureGates }

const CLOSED: FeatureGates = {
  boolean: null,
  percentageOfTime: null,
  percentageOfActors: null,
  actors: [],
  groups: [],
}

const after = (before: FeatureGates, change: GateChange): FeatureGates => {
  switch (change.gate) {
    case 'boolean':
      // Off is off for all actors, so the other gates are cleared.
      return change.on ? { ...CLOSED, boolean: true } : { ...CLOSED, boolean: false }
    case 'percentageOfTime':
    case 'percentageOfActors':
      return { ...before, [change.gate]: change.percentage }
    case 'actors':
    case 'groups': {
      const others = before[change.gate].filter((name) => !change.names.includes(name))
      return { ...before, [change.gate]: change.on ? [...others, ...change.names] : others }
    }
  }
}

const isPercentage = (value: number): boolean => value >= 0 && value <= 100

/** A feature flag of the instance: enabled for everyone, for some, or for no one. */
export const featureFlag: Aggregate<FeatureFlagCommand, FeatureFlagEvent, FeatureFlagState> = {
  category: 'feature_flag',
  stateVersion: 1,
  events: featureFlagEvents,
  initial: { gates: CLOSED },
  decide: (command) => (state) => {
    if (command.type === 'Delete')
      return E.right(state.gates === CLOSED ? [] : [{ type: 'FeatureFlagDeleted', data: {} }])
    const { name, change } = command
    if ('percentage' in change && !isPercentage(change.percentage))
      return refuse(invalid({ value: ['must be between 0 and 100'] }))
    return E.right([{ type: 'FeatureFlagSet', data: { name, gates: after(state.gates, change) } }])
  },
  evolve: (_, event) => ({ gates: event.type === 'FeatureFlagSet' ? event.data.gates : CLOSED }),
}
