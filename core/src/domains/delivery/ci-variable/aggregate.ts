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
  type FieldErrors,
  fieldErrors,
  invalid,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { environmentScopeErrors } from '../environment-naming/scope.js'

const OWNERS = ['project', 'group', 'instance'] as const
const TYPES = ['env_var', 'file'] as const

/** The owner of a variable; the instance has the id 0. */
const owner = t.type({ kind: codecs.oneOf(OWNERS), id: codecs.safeInteger })

const details = {
  /** Sealed, because events never contain secrets. */
  value: t.string,
  type: codecs.oneOf(TYPES),
  /** Only for protected branches and tags. */
  protected: t.boolean,
  /** Not shown in logs of jobs. */
  masked: t.boolean,
  /** References to other variables in it are not expanded. */
  raw: t.boolean,
  /** `*`, or a pattern of names of environments. */
  environmentScope: t.string,
}

const variableEvents = eventCatalogue({
  CiVariableCreated: current(t.type({ owner, key: t.string, ...details })),
  CiVariableChanged: current(t.partial(details)),
  CiVariableDeleted: current(t.type({})),
})

/** The events of a CI/CD variable. */
export type CiVariableEvent = EventOf<typeof variableEvents>

/** The owner of a CI/CD variable. */
export type CiVariableOwner = Readonly<t.TypeOf<typeof owner>>
export type CiVariableType = (typeof TYPES)[number]
export const CI_VARIABLE_TYPES = TYPES

/** The attributes of a variable besides owner and key; the value is sealed. */
export interface CiVariableDetails {
  readonly value: string
  readonly type: CiVariableType
  readonly protected: boolean
  readonly masked: boolean
  readonly raw: boolean
  readonly environmentScope: string
}

export interface LiveCiVariable extends CiVariableDetails {
  readonly kind: 'live'
  readonly owner: CiVariableOwner
  readonly key: string
}

export type CiVariableState = { readonly kind: 'none' } | LiveCiVariable | { readonly kind: 'deleted' }

export type CiVariableCommand =
  | ({ readonly type: 'Create'; readonly owner: CiVariableOwner; readonly key: string } & {
      readonly details: CiVariableDetails
    })
  | { readonly type: 'Change'; readonly changes: Changes<CiVariableDetails> }
  | { readonly type: 'Delete' }

const KEY = /^\w+$/
const MAX_KEY_LENGTH = 255
const keyErrors = (key: string): ReadonlyArray<string> => {
  if (key.length > MAX_KEY_LENGTH) return [`is too long (maximum is ${MAX_KEY_LENGTH} characters)`]
  return KEY.test(key) ? [] : ["can contain only letters, digits and '_'."]
}

const findings = (key: string, environmentScope: string): FieldErrors | undefined =>
  fieldErrors({ key: keyErrors(key), environment_scope: environmentScopeErrors(environmentScope) })

type Decision = E.Either<Rejection, ReadonlyArray<CiVariableEvent>>

const change = (changes: Changes<CiVariableDetails>, live: LiveCiVariable): Decision => {
  const wrong = findings(live.key, changes.environmentScope ?? live.environmentScope)
  if (wrong !== undefined) return refuse(invalid(wrong))
  return decideChange('CiVariableChanged', changes, live)
}

/** A key is unique per environment scope. */
const variableName = ({ owner, key, environmentScope }: LiveCiVariable): DeclaredName => ({
  kind: 'ci_variable',
  name: [owner.kind, owner.id, key, environmentScope].join('\0'),
})

/** A CI/CD variable of a project, a group or the instance. */
export const ciVariable: Aggregate<CiVariableCommand, CiVariableEvent, CiVariableState> = {
  category: 'ci_variable',
  stateVersion: 1,
  events: variableEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [variableName(state)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') {
      if (state.kind !== 'none') return refuse(conflict())
      const { owner: whose, key, details: data } = command
      const wrong = findings(key, data.environmentScope)
      if (wrong !== undefined) return refuse(invalid(wrong))
      return E.right([{ type: 'CiVariableCreated', data: { owner: whose, key, ...data } }])
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    return command.type === 'Change'
      ? change(command.changes, state)
      : E.right([{ type: 'CiVariableDeleted', data: {} }])
  },
  evolve: (state, event) => {
    if (event.type === 'CiVariableCreated') return { kind: 'live', ...event.data }
    if (state.kind !== 'live') return state
    return event.type === 'CiVariableChanged' ? { ...state, ...event.data } : { kind: 'deleted' }
  },
}
const MIN_VALUE_LENGTH = 8

/** Values that can be masked in logs: one line of at least eight characters of base64 and `@ : . ~ -`. */
const MASKABLE = /^[\w+=/@:.~-]+$/

/** Whether a value can be masked in logs (docs/reference/behaviour/delivery.md#cicd-variables). */
export const isMaskable = (value: string): boolean => value.length >= MIN_VALUE_LENGTH && MASKABLE.test(value)
