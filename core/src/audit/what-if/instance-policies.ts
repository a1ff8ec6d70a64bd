import { anonymousActor, type StoredEvent, userIdOf } from '../../kernel/envelope.js'
import { DAY_MS, type Day, millisecondsOf, startOfDay } from '../../kernel/instant.js'
import type { Policy, Verdict } from './policy.js'
import type { Data, RecordedFacts } from './recorded-facts.js'

const decided = (isFine: boolean): Verdict => (isFine ? 'allowed' : 'refused')

const numberSetting = (facts: RecordedFacts, name: string): number | undefined => {
  const value = facts.setting(name)
  return typeof value === 'number' ? value : undefined
}

const tokenLifetime: Policy = {
  value: 'number',
  summary: 'for how many days a new personal access token may be good; 0: for ever',
  inEffect: (event, facts) =>
    event.type === 'TokenCreated' ? (numberSetting(facts, 'max_personal_access_token_lifetime') ?? 0) : undefined,
  judge: ({ type, data, metadata }, _, value) => {
    if (type !== 'TokenCreated') return undefined
    const { expiresAt } = data as { readonly expiresAt: Day | null }
    if (value === 0) return 'allowed'
    return decided(
      expiresAt !== null &&
        millisecondsOf(startOfDay(expiresAt)) <= millisecondsOf(metadata.at) + Number(value) * DAY_MS,
    )
  },
}

const secondFactor: Policy = {
  value: 'boolean',
  summary: 'whether who signs in needs a second factor',
  inEffect: (event, facts) =>
    event.type === 'SessionBegun' ? facts.setting('require_two_factor_authentication') === true : undefined,
  judge: ({ type, data }, _, value) =>
    type === 'SessionBegun' ? decided(value !== true || (data as Data)['twoFactor'] === true) : undefined,
}

const isSignUp = ({ type, metadata }: StoredEvent): boolean =>
  type === 'UserRegistered' && metadata.actor === anonymousActor

/** The setting that lets people register themselves. */
const signUp: Policy = {
  value: 'boolean',
  summary: 'whether people may register',
  inEffect: (event) => (isSignUp(event) ? true : undefined),
  judge: (event, _, value) => (isSignUp(event) ? decided(value === true) : undefined),
}

/** A rate limit per minute, by what it counts; 0 is no limit. */
const rateLimit = (
  name: string,
  summary: string,
  type: string,
  counted: (event: StoredEvent) => string | undefined,
): Policy => ({
  value: 'number',
  summary,
  note: (event, facts) => {
    const key = event.type === type ? counted(event) : undefined
    if (key !== undefined) facts.note(`${name} ${key}`, event.metadata.at)
  },
  inEffect: (event, facts) => (event.type === type ? (numberSetting(facts, name) ?? 0) : undefined),
  judge: (event, facts, value) => {
    const key = event.type === type ? counted(event) : undefined
    if (key === undefined) return undefined
    return decided(value === 0 || facts.within(`${name} ${key}`, event.metadata.at) <= Number(value))
  },
})

const byUser = ({ metadata }: StoredEvent): string | undefined =>
  userIdOf(metadata.actor) === undefined ? undefined : metadata.actor

const byCommit = (event: StoredEvent): string | undefined => {
  const { projectId, sha } = event.data as Data
  return byUser(event) === undefined ? undefined : `${event.metadata.actor} ${projectId} ${sha}`
}

/** Policies over tokens, sign-in and rates of the instance. */
export const INSTANCE_POLICIES: Readonly<Record<string, Policy>> = {
  max_personal_access_token_lifetime: tokenLifetime,
  require_two_factor_authentication: secondFactor,
  signup_enabled: signUp,
  notes_create_limit: rateLimit(
    'notes_create_limit',
    'notes that a user may write in a minute; 0: any',
    'NoteAdded',
    byUser,
  ),
  issues_create_limit: rateLimit(
    'issues_create_limit',
    'issues that a user may open in a minute; 0: any',
    'IssueCreated',
    byUser,
  ),
  pipeline_limit_per_project_user_sha: rateLimit(
    'pipeline_limit_per_project_user_sha',
    'pipelines that a user may start for a commit in a minute; 0: any',
    'PipelineCreated',
    byCommit,
  ),
}
