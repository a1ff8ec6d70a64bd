import * as E from 'fp-ts/lib/Either.js'
import type { Position, StoredEvent, StreamName } from '../../kernel/envelope.js'
import { badRequest, type Rejection } from '../../kernel/rejection.js'
import { eachEvent, type History } from '../each-event.js'
import { isInternalEvent } from '../target-event-matcher.js'
import { ACCESS_POLICIES } from './access-policies.js'
import { INSTANCE_POLICIES } from './instance-policies.js'
import { MERGE_POLICIES } from './merge-policies.js'
import type { Policy, Proposal, Verdict } from './policy.js'
import { RecordedFacts } from './recorded-facts.js'

/** Policies whose decisions can be repeated from recorded facts, by their names in the API. */
const POLICIES: Readonly<Record<string, Policy>> = { ...MERGE_POLICIES, ...ACCESS_POLICIES, ...INSTANCE_POLICIES }

/** The policies with their summaries, for users who choose one. */
export const whatIfPolicies: ReadonlyArray<{ readonly name: string; readonly summary: string }> = Object.entries(
  POLICIES,
).map(([name, { summary }]) => ({ name, summary }))

/** A proposed value for one policy. */
export interface WhatIf {
  readonly policy: string
  readonly proposal: Proposal
}

const NEVER_ON_RECORD = /^(?:minimum_password_length|password_)/

/**
 * Reads `approvals_required=2`, or with a name `production:required_approvals=1`. Rejections: `BadRequest`, also for policies that are not
 * recorded.
 *
 * @example
 * assert.equal(readWhatIf('no proposal')._tag, 'Left')
 */
export const readWhatIf = (text: string): E.Either<Rejection, WhatIf> => {
  const refused = (reason: string): E.Either<Rejection, never> => E.left(badRequest(reason))
  const [, name, policy = '', value = ''] = /^(?:(.+):)?(\w+)=(\w+)$/.exec(text) ?? []
  if (NEVER_ON_RECORD.test(policy))
    return refused(`${policy}: passwords are kept as hashes, so nothing about them is on record`)
  const known = Object.hasOwn(POLICIES, policy) ? POLICIES[policy] : undefined
  if (known === undefined) return refused(`${text} sets none of ${Object.keys(POLICIES).join(', ')}`)
  if (known.value === 'boolean') {
    if (value !== 'true' && value !== 'false') return refused(`${policy} takes true or false; got ${value}`)
    return E.right({ policy, proposal: { value: value === 'true', name } })
  }
  if (!/^\d{1,9}$/.test(value)) return refused(`${policy} takes a whole number; got ${value}`)
  return E.right({ policy, proposal: { value: Number(value), name } })
}

/** A decision that would have been different, and the consequences of the one that was made. */
export interface OtherDecision {
  readonly event: StoredEvent
  readonly verdict: NonNullable<Verdict>
  /** Events that would not have happened in this way: caused by it, of the aggregate that it began, or with the token that it issued. */
  readonly followed: ReadonlyArray<StoredEvent>
}

interface Finding {
  readonly event: StoredEvent
  readonly verdict: NonNullable<Verdict>
  readonly followed: Array<StoredEvent>
}

/** Tracks the consequences of decisions that would not have been made. */
class Fallen {
  readonly #byId = new Map<string, Finding>()
  readonly #byStream = new Map<StreamName, Finding>()
  readonly #byToken = new Map<string, Finding>()
  readonly #byCommit = new Map<unknown, Finding>()
  readonly #byRequest = new Map<string, Finding>()

  add(finding: Finding): void {
    const { event } = finding
    this.#note(event, finding)
    if (event.revision === 0) this.#byStream.set(event.stream, finding)
    if (event.type === 'TokenCreated') this.#byToken.set(event.stream.replace('-', ':'), finding)
    if (event.type === 'MergeRequestMerged') {
      const { mergeCommitSha, squashCommitSha } = event.data as Readonly<Record<string, unknown>>
      for (const sha of [mergeCommitSha, squashCommitSha]) if (typeof sha === 'string') this.#byCommit.set(sha, finding)
    }
  }

  #note(event: StoredEvent, finding: Finding): void {
    this.#byId.set(event.id, finding)
    this.#byRequest.set(event.metadata.correlationId, finding)
  }

  /** The decision that an event followed from. */
  behind({ stream, metadata, data }: StoredEvent): Finding | undefined {
    const { causationId, tokenId, correlationId } = metadata
    return (
      (causationId === undefined ? undefined : this.#byId.get(causationId)) ??
      this.#byStream.get(stream) ??
      (tokenId === undefined ? undefined : this.#byToken.get(tokenId)) ??
      this.#byCommit.get((data as { readonly sha?: unknown } | null)?.sha) ??
      this.#byRequest.get(correlationId)
    )
  }

  follow(event: StoredEvent, finding: Finding): void {
    finding.followed.push(event)
    this.#byId.set(event.id, finding)
    if (event.revision === 0) this.#byStream.set(event.stream, finding)
  }
}

const WAS_HELD = 'DeploymentBlocked'

const otherVerdict = (event: StoredEvent, facts: RecordedFacts, policy: Policy, proposal: Proposal): Verdict => {
  if (policy.inEffect(event, facts, proposal) === proposal.value) return undefined
  const verdict = policy.judge(event, facts, proposal.value, proposal)
  const recorded: Verdict = event.type === WAS_HELD ? 'refused' : 'allowed'
  return verdict === recorded ? undefined : verdict
}

/** The part of a history whose decisions are repeated; default: all of it. */
export interface WhatIfRange {
  /** Exclusive. */
  readonly after?: Position | undefined
  /** Inclusive. */
  readonly upTo?: Position | undefined
}

/**
 * Repeats the decisions of a history under another value of one policy, with the facts recorded at each event. Under the value that was in
 * effect, nothing differs. Refusals leave no events, so additional permissions are reported for held deployments only. Rejections:
 * `Unavailable`.
 *
 * @example
 * import { fixedHistory, readWhatIf } from '@forgefold/core/audit'
 * const proposal = readWhatIf('max_personal_access_token_lifetime=30')
 * const found = proposal._tag === 'Right' ? await whatIf({ events: fixedHistory([]) }, proposal.right) : proposal
 * assert.equal(found._tag, proposal._tag)
 */
export const whatIf = async (
  history: History,
  { policy: name, proposal }: WhatIf,
  { after, upTo }: WhatIfRange = {},
): Promise<E.Either<Rejection, ReadonlyArray<OtherDecision>>> => {
  const policy = POLICIES[name]
  if (policy === undefined) return E.left(badRequest(`there is no rule ${name}`))
  const facts = new RecordedFacts()
  const fallen = new Fallen()
  const found: Array<Finding> = []
  const walked = await eachEvent(upTo === undefined ? history : { ...history, upTo }, {}, (event) => {
    if (isInternalEvent(event)) return undefined
    policy.note?.(event, facts)
    const behind = fallen.behind(event)
    const verdict =
      after !== undefined && event.position <= after ? undefined : otherVerdict(event, facts, policy, proposal)
    if (behind !== undefined) fallen.follow(event, behind)
    else if (verdict !== undefined) {
      const finding: Finding = { event, verdict, followed: [] }
      found.push(finding)
      fallen.add(finding)
    }
    facts.take(event)
    return undefined
  })
  return E.isLeft(walked) ? walked : E.right(found)
}
