import type { StoredEvent } from '../../kernel/envelope.js'
import type { RecordedFacts } from './recorded-facts.js'

/** A proposed value of a policy, instead of the one in effect. */
export interface Proposal {
  readonly value: number | boolean
  /** What the policy applies to, where it names something: a branch, an environment. */
  readonly name: string | undefined
}

/** The decision of a policy about an event; undefined where it does not apply. */
export type Verdict = 'allowed' | 'refused' | undefined

/** A policy whose decisions can be repeated from recorded facts. */
export interface Policy {
  readonly value: 'number' | 'boolean'
  /** One sentence for users who choose a policy. */
  readonly summary: string
  /** Collects facts that only this policy counts, before `judge`. */
  readonly note?: (event: StoredEvent, facts: RecordedFacts) => void
  /** The value in effect when the event happened; undefined where it is not known, and the event counts as allowed. */
  readonly inEffect: (event: StoredEvent, facts: RecordedFacts, proposal: Proposal) => number | boolean | undefined
  /** Decides under a value of the policy. */
  readonly judge: (event: StoredEvent, facts: RecordedFacts, value: number | boolean, proposal: Proposal) => Verdict
}
