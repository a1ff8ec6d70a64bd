import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { list, oneOf, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  conflict,
  current,
  type DeclaredName,
  type EventOf,
  eventCatalogue,
  type Rejection,
  recordNotFound,
  refuse,
  unprocessable,
} from '../../../kernel/index.js'
import { TIERS } from '../environment-naming/tier.js'
import {
  type AccessGrant,
  type ApprovalRule,
  accessGrant,
  approvalRule,
  MAX_REQUIRED_APPROVALS,
  PROTECTION_LEVELS,
} from './access-levels.js'

const terms = {
  deployAccess: list(accessGrant),
  requiredApprovals: safeInteger,
  rules: list(approvalRule),
}
/** The protection of a project is named after an environment, that of a group after a tier. */
const protectedData = t.type({ scope: oneOf(['project', 'group']), scopeId: safeInteger, name: t.string, ...terms })
const changed = t.type(terms)
const nothing = t.type({})

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

/** Who may deploy, and who has to approve. */
export type ProtectionTerms = Data<typeof changed>

/** Every event of a protected environment, with its versions. */
const protectedEnvironmentEvents = eventCatalogue({
  EnvironmentProtected: current(protectedData),
  ProtectionChanged: current(changed),
  EnvironmentUnprotected: current(nothing),
})

export type ProtectedEnvironmentEvent = EventOf<typeof protectedEnvironmentEvents>

export type ProtectionScope = 'project' | 'group'

/** A protection as `decide` needs it. */
export interface LiveProtection extends ProtectionTerms {
  readonly kind: 'live'
  readonly scope: ProtectionScope
  readonly scopeId: number
  readonly name: string
}

export type ProtectedEnvironmentState = { readonly kind: 'none' } | LiveProtection | { readonly kind: 'deleted' }

export type ProtectedEnvironmentCommand =
  | ({
      readonly type: 'Protect'
      readonly scope: ProtectionScope
      readonly scopeId: number
      readonly name: string
    } & ProtectionTerms)
  /** `seen`: the terms that the change is based on; it conflicts where they have changed since. */
  | ({ readonly type: 'Change'; readonly seen?: ProtectionTerms } & ProtectionTerms)
  | { readonly type: 'Unprotect' }

type Decision = E.Either<Rejection, ReadonlyArray<ProtectedEnvironmentEvent>>

const namesExactlyOne = ({ accessLevel, userId, groupId }: AccessGrant): boolean =>
  [accessLevel, userId, groupId].filter((one) => one !== null).length === 1 &&
  (accessLevel === null || PROTECTION_LEVELS.includes(accessLevel))

const isCount = (count: number, least: number): boolean => count >= least && count <= MAX_REQUIRED_APPROVALS

const ruleErrors = (rules: ReadonlyArray<ApprovalRule>): ReadonlyArray<string> => {
  if (!rules.every(namesExactlyOne)) return ['Approval rules is invalid']
  return rules.every((rule) => isCount(rule.requiredApprovals, 1))
    ? []
    : [`Approval rules required approvals must be in 1..${MAX_REQUIRED_APPROVALS}`]
}

/** Every error in the terms, as sentences. */
const termErrors = ({ deployAccess, requiredApprovals, rules }: ProtectionTerms): ReadonlyArray<string> => [
  ...(deployAccess.length === 0 ? ['Deploy access levels is too short (minimum is 1 character)'] : []),
  ...(deployAccess.every(namesExactlyOne) ? [] : ['Deploy access levels is invalid']),
  ...(isCount(requiredApprovals, 0) ? [] : [`Required approval count must be in 0..${MAX_REQUIRED_APPROVALS}`]),
  ...ruleErrors(rules),
]

const NAMES: ReadonlyArray<string> = TIERS
const TIER_RULE = `Name must be one of environment tiers: ${TIERS.join(', ')}.`

const protect = (
  command: Extract<ProtectedEnvironmentCommand, { readonly type: 'Protect' }>,
  state: ProtectedEnvironmentState,
): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const { type: _, ...data } = command
  const wrong = [
    ...(data.name.trim() === '' ? ["Name can't be blank"] : []),
    ...(data.scope === 'group' && !NAMES.includes(data.name) ? [TIER_RULE] : []),
    ...termErrors(data),
  ]
  return wrong.length > 0 ? refuse(unprocessable(wrong)) : E.right([{ type: 'EnvironmentProtected', data }])
}

const sameTerms = (a: ProtectionTerms, b: ProtectionTerms): boolean => {
  const flat = ({ deployAccess, requiredApprovals, rules }: ProtectionTerms): string =>
    JSON.stringify([
      requiredApprovals,
      deployAccess.map(({ id, accessLevel, userId, groupId }) => [id, accessLevel, userId, groupId]),
      rules.map((rule) => [rule.id, rule.accessLevel, rule.userId, rule.groupId, rule.requiredApprovals]),
    ])
  return flat(a) === flat(b)
}

/** An environment or tier is protected at most once in a project or group. */
/** The unique name of the protection of an environment in a project or group. */
export const protectionName = ({
  scope,
  scopeId,
  name,
}: Pick<LiveProtection, 'scope' | 'scopeId' | 'name'>): DeclaredName => ({
  kind: 'protected-environment',
  name: `${scope}\0${scopeId}\0${name}`,
})

/** The protection of one environment of a project, or of one tier of environments below a group. */
export const protectedEnvironment: Aggregate<
  ProtectedEnvironmentCommand,
  ProtectedEnvironmentEvent,
  ProtectedEnvironmentState
> = {
  category: 'protected_environment',
  stateVersion: 1,
  events: protectedEnvironmentEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [protectionName(state)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Protect') return protect(command, state)
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Unprotect') return E.right([{ type: 'EnvironmentUnprotected', data: {} }])
    const { type: _, seen, ...data } = command
    if (seen !== undefined && !sameTerms(seen, state)) return refuse(conflict())
    const wrong = termErrors(data)
    if (wrong.length > 0) return refuse(unprocessable(wrong))
    return E.right(sameTerms(data, state) ? [] : [{ type: 'ProtectionChanged', data }])
  },
  evolve: (state, event) => {
    if (event.type === 'EnvironmentProtected') return { kind: 'live', ...event.data }
    if (state.kind !== 'live') return state
    return event.type === 'ProtectionChanged' ? { ...state, ...event.data } : { kind: 'deleted' }
  },
}
