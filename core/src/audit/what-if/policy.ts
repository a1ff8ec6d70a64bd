import type { StoredEvent } from '../../kernel/envelope.js'
import type { RecordedFacts } from './recorded-facts.js'

/** Another rule than the one that counted, as somebody proposes it. */
export interface Proposal {
  readonly value: number | boolean
  /** What the rule is about, where it names one: a branch, an environment. */
  readonly name: string | undefined
}

/** How a rule decides on something that happened: undefined where it has no say in it. */
export type Verdict = 'allowed' | 'refused' | undefined

/** A rule whose decisions can be made again from what is on record. */
export interface Policy {
  readonly value: 'number' | 'boolean'
  /** In one sentence, for whoever chooses. */
  readonly summary: string
  /** Learns what only this rule counts, before the judgement. */
  readonly note?: (event: StoredEvent, facts: RecordedFacts) => void
  /** What the rule was when the event came; undefined where that is not known, so that what happened was allowed. */
  readonly inEffect: (event: StoredEvent, facts: RecordedFacts, proposal: Proposal) => number | boolean | undefined
  /** Decides by a value of the rule. */
  readonly judge: (event: StoredEvent, facts: RecordedFacts, value: number | boolean, proposal: Proposal) => Verdict
}
