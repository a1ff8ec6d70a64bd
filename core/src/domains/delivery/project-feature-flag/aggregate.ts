import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  type Changes,
  codecs,
  conflict,
  current,
  type DeclaredName,
  decideChange,
  type EventOf,
  eventCatalogue,
  given,
  type Rejection,
  recordNotFound,
  refuse,
  refused,
  tooLong,
} from '../../../kernel/index.js'
import { type Strategy, strategyCodec, strategyErrors } from './strategy.js'

const details = {
  name: t.string,
  description: codecs.nullable(t.string),
  active: t.boolean,
  strategies: codecs.list(strategyCodec),
}
const created = t.type({ projectId: codecs.safeInteger, ...details })

const flagEvents = eventCatalogue({
  FlagCreated: current(created),
  FlagChanged: current(t.partial(details)),
  FlagDeleted: current(t.type({})),
})

/** The events of a feature flag of a project. */
export type ProjectFeatureFlagEvent = EventOf<typeof flagEvents>
export type ProjectFeatureFlagData = Readonly<t.TypeOf<typeof created>>

/** What can be changed of a flag. */
export interface FlagDetails {
  readonly name: string
  readonly description: string | null
  readonly active: boolean
  readonly strategies: ReadonlyArray<Strategy>
}

export type ProjectFeatureFlagState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & ProjectFeatureFlagData)
  | { readonly kind: 'deleted' }

export type ProjectFeatureFlagCommand =
  | ({ readonly type: 'Create' } & ProjectFeatureFlagData)
  | { readonly type: 'Change'; readonly changes: Changes<FlagDetails> }
  | { readonly type: 'Delete' }

const NAME = /^[a-z]([-_a-z0-9]*[a-z0-9])?$/
const MIN_NAME_LENGTH = 2
const MAX_NAME_LENGTH = 63
const MAX_DESCRIPTION_LENGTH = 255
const MAX_STRATEGIES = 100

const nameErrors = (name: string): ReadonlyArray<string> => {
  if (name.trim() === '') return ["can't be blank"]
  return [
    ...(name.length < MIN_NAME_LENGTH ? [`is too short (minimum is ${MIN_NAME_LENGTH} characters)`] : []),
    ...tooLong(name, MAX_NAME_LENGTH),
    ...(NAME.test(name)
      ? []
      : [
          "can contain only lowercase letters, digits, '_' and '-'. Must start with a letter, and cannot end with '-' or '_'",
        ]),
  ]
}

const findings = ({ name, description, strategies }: FlagDetails): ReadonlyArray<string> => [
  ...nameErrors(name).map((text) => `Name ${text}`),
  ...tooLong(description ?? '', MAX_DESCRIPTION_LENGTH).map((text) => `Description ${text}`),
  ...(strategies.length > MAX_STRATEGIES || strategies.some(({ scopes }) => scopes.length > MAX_STRATEGIES)
    ? [`Strategies are too many (maximum is ${MAX_STRATEGIES})`]
    : strategies.flatMap(strategyErrors)),
]

const taken = refused(['Name has already been taken'])

/** The name is unique in the project. */
export const flagName = ({ projectId, name }: Pick<ProjectFeatureFlagData, 'projectId' | 'name'>): DeclaredName => ({
  kind: 'project_feature_flag',
  name: `${projectId}\0${name}`,
  refusal: () => taken,
})

type Decision = E.Either<Rejection, ReadonlyArray<ProjectFeatureFlagEvent>>

const create = (data: ProjectFeatureFlagData): Decision => {
  const wrong = findings(data)
  return wrong.length > 0 ? refuse(refused(wrong)) : E.right([{ type: 'FlagCreated', data }])
}

const change = (live: ProjectFeatureFlagData, changes: Changes<FlagDetails>): Decision => {
  const wrong = findings({ ...live, ...given(changes) })
  if (wrong.length > 0) return refuse(refused(wrong))
  return decideChange('FlagChanged', changes, live)
}

/** A feature flag of a project: whether deployed software has a feature enabled, and for whom. */
export const projectFeatureFlag: Aggregate<
  ProjectFeatureFlagCommand,
  ProjectFeatureFlagEvent,
  ProjectFeatureFlagState
> = {
  category: 'project_feature_flag',
  stateVersion: 1,
  events: flagEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [flagName(state)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      return state.kind === 'none' ? create(data) : refuse(conflict())
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    return command.type === 'Change' ? change(state, command.changes) : E.right([{ type: 'FlagDeleted', data: {} }])
  },
  evolve: (state, event) => {
    if (event.type === 'FlagCreated') return { kind: 'live', ...event.data }
    if (event.type === 'FlagDeleted') return { kind: 'deleted' }
    return state.kind === 'live' ? { ...state, ...event.data } : state
  },
}
