import * as t from 'io-ts'
import { list, nullable, record, safeInteger } from '../../../kernel/codecs.js'
import { environmentScopeErrors } from '../environment-naming/scope.js'
import { userIdErrors } from '../feature-flag-user-list/user-ids.js'

/** The environments of a strategy. */
const scope = t.type({ id: safeInteger, environmentScope: t.string })

/** For whom a flag is on, and in which environments. */
export const strategyCodec = t.type({
  id: safeInteger,
  name: t.string,
  parameters: record(t.string, t.string),
  /** The list of users for a strategy that refers to one. */
  userListId: nullable(safeInteger),
  scopes: list(scope),
})

export type Strategy = Readonly<t.TypeOf<typeof strategyCodec>>
export type StrategyScope = Strategy['scopes'][number]

type Parameters = Readonly<Record<string, string>>

const PERCENTAGE = /^(?:\d{1,2}|100)$/
const GROUP = /^[a-z]{1,32}$/
const STICKINESS = ['default', 'userId', 'sessionId', 'random']

const percentageErrors = (parameters: Parameters, name: string): ReadonlyArray<string> =>
  PERCENTAGE.test(parameters[name] ?? '') ? [] : [`${name} must be a string between 0 and 100 inclusive`]

const groupErrors = ({ groupId = '' }: Parameters): ReadonlyArray<string> =>
  GROUP.test(groupId) ? [] : ['groupId parameter is invalid']

/** The parameters of each strategy, and how they are normalised. */
const RULES: Readonly<
  Record<
    string,
    { readonly names: ReadonlyArray<string>; readonly errors: (parameters: Parameters) => ReadonlyArray<string> }
  >
> = {
  default: { names: [], errors: () => [] },
  gitlabUserList: { names: [], errors: () => [] },
  userWithId: { names: ['userIds'], errors: ({ userIds = '' }) => userIdErrors('userIds', userIds) },
  gradualRolloutUserId: {
    names: ['groupId', 'percentage'],
    errors: (parameters) => [...percentageErrors(parameters, 'percentage'), ...groupErrors(parameters)],
  },
  flexibleRollout: {
    names: ['groupId', 'rollout', 'stickiness'],
    errors: (parameters) => [
      ...(STICKINESS.includes(parameters['stickiness'] ?? '') ? [] : ['stickiness parameter is invalid']),
      ...percentageErrors(parameters, 'rollout'),
      ...groupErrors(parameters),
    ],
  },
}

const parameterErrors = ({ name, parameters }: Strategy): ReadonlyArray<string> => {
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined
  if (rule === undefined) return ['Strategies name strategy name is invalid']
  const isComplete = isSameNames(Object.keys(parameters), rule.names)
  const wrong = isComplete ? rule.errors(parameters) : ['parameters are invalid']
  return wrong.map((text) => `Strategies parameters ${text}`)
}

const isSameNames = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  some.length === others.length && others.every((name) => some.includes(name))

const scopeErrors = ({ scopes }: Strategy): ReadonlyArray<string> => {
  const names = scopes.map(({ environmentScope }) => environmentScope)
  const wrong = names.flatMap(environmentScopeErrors)
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  return [...wrong, ...twice.map((name) => `(${name}) has already been taken`)].map(
    (text) => `Strategies scopes environment scope ${text}`,
  )
}

/** The errors of a strategy, as sentences. */
export const strategyErrors = (strategy: Strategy): ReadonlyArray<string> => [
  ...parameterErrors(strategy),
  ...((strategy.name === 'gitlabUserList') === (strategy.userListId !== null)
    ? []
    : [`Strategies user list ${strategy.userListId === null ? "can't be blank" : 'must be blank'}`]),
  ...scopeErrors(strategy),
]
