import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { instant, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  blankOrTooLong,
  type Changes,
  conflict,
  current,
  decideChange,
  type EventOf,
  eventCatalogue,
  fieldErrors,
  type Instant,
  invalid,
  notFound,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'

const details = {
  description: t.string,
  /** The branch or tag of its pipelines. */
  ref: t.string,
  /** A cron expression of five fields. */
  cron: t.string,
  /** A time zone of the IANA database. */
  timezone: t.string,
  active: t.boolean,
  /** When it runs next; null where its expression never matches again. */
  nextRunAt: nullable(instant),
}

const variable = t.type({
  key: t.string,
  type: oneOf(['env_var', 'file'] as const),
  /** Sealed, because events never contain secrets. */
  value: t.string,
})

const scheduleEvents = eventCatalogue({
  PipelineScheduleCreated: current(t.type({ projectId: safeInteger, ownerId: safeInteger, ...details })),
  PipelineScheduleChanged: current(t.partial(details)),
  /** Its pipelines run for another user from now on. */
  PipelineScheduleTaken: current(t.type({ ownerId: safeInteger })),
  PipelineScheduleVariableSet: current(variable),
  PipelineScheduleVariableRemoved: current(t.type({ key: t.string })),
  /** It was due, and its pipeline was created or refused. */
  PipelineScheduleRan: current(t.type({ dueAt: instant, nextRunAt: nullable(instant) })),
  PipelineScheduleDeleted: current(t.type({})),
})

/** The events of a pipeline schedule. */
export type PipelineScheduleEvent = EventOf<typeof scheduleEvents>

/** The attributes of a schedule, and the next run that follows from them. */
export interface PipelineScheduleDetails {
  readonly description: string
  readonly ref: string
  readonly cron: string
  readonly timezone: string
  readonly active: boolean
  readonly nextRunAt: Instant | null
}

/** A variable of its pipelines; the value is sealed. */
export type PipelineScheduleVariable = Readonly<t.TypeOf<typeof variable>>

export interface LivePipelineSchedule extends PipelineScheduleDetails {
  readonly kind: 'live'
  readonly ownerId: number
  readonly keys: ReadonlyArray<string>
}

export type PipelineScheduleState = { readonly kind: 'none' | 'deleted' } | LivePipelineSchedule

export type PipelineScheduleCommand =
  | ({ readonly type: 'Create'; readonly projectId: number; readonly ownerId: number } & PipelineScheduleDetails)
  | { readonly type: 'Change'; readonly changes: Changes<PipelineScheduleDetails> }
  | { readonly type: 'Take'; readonly ownerId: number }
  | { readonly type: 'AddVariable' | 'ChangeVariable'; readonly variable: PipelineScheduleVariable }
  | { readonly type: 'RemoveVariable'; readonly key: string }
  | { readonly type: 'Run'; readonly dueAt: Instant; readonly nextRunAt: Instant | null }
  | { readonly type: 'Delete' }

type Decision = E.Either<Rejection, ReadonlyArray<PipelineScheduleEvent>>

const MAX_KEY_LENGTH = 255
const KEY = /^\w+$/

const keyErrors = (key: string): ReadonlyArray<string> => {
  if (key.length > MAX_KEY_LENGTH) return [`is too long (maximum is ${MAX_KEY_LENGTH} characters)`]
  return KEY.test(key) ? [] : ["can contain only letters, digits and '_'."]
}

const variableDecision = (
  { type, variable: data }: Extract<PipelineScheduleCommand, { type: 'AddVariable' | 'ChangeVariable' }>,
  { keys }: LivePipelineSchedule,
): Decision => {
  const known = keys.includes(data.key)
  if (type === 'ChangeVariable' && !known) return refuse(notFound('Variable'))
  if (type === 'AddVariable' && known) return refuse(invalid({ key: ['has already been taken'] }))
  const wrong = fieldErrors({ key: keyErrors(data.key) })
  return wrong === undefined ? E.right([{ type: 'PipelineScheduleVariableSet', data }]) : refuse(invalid(wrong))
}

const ofLive = (command: PipelineScheduleCommand, live: LivePipelineSchedule): Decision => {
  switch (command.type) {
    case 'Create':
      return refuse(conflict())
    case 'Change': {
      const { description = live.description } = command.changes
      const wrong = fieldErrors({ description: blankOrTooLong(description) })
      if (wrong !== undefined) return refuse(invalid(wrong))
      return decideChange('PipelineScheduleChanged', command.changes, live)
    }
    case 'Take':
      return E.right(
        command.ownerId === live.ownerId ? [] : [{ type: 'PipelineScheduleTaken', data: { ownerId: command.ownerId } }],
      )
    case 'AddVariable':
    case 'ChangeVariable':
      return variableDecision(command, live)
    case 'RemoveVariable':
      return live.keys.includes(command.key)
        ? E.right([{ type: 'PipelineScheduleVariableRemoved', data: { key: command.key } }])
        : refuse(notFound('Variable'))
    case 'Run': {
      const { dueAt, nextRunAt } = command
      return E.right(live.nextRunAt === dueAt ? [{ type: 'PipelineScheduleRan', data: { dueAt, nextRunAt } }] : [])
    }
    case 'Delete':
      return E.right([{ type: 'PipelineScheduleDeleted', data: {} }])
  }
}

/** Creates pipelines of one branch or tag at the times of a cron expression. */
export const pipelineSchedule: Aggregate<PipelineScheduleCommand, PipelineScheduleEvent, PipelineScheduleState> = {
  category: 'pipeline_schedule',
  stateVersion: 1,
  events: scheduleEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (state.kind === 'live') return ofLive(command, state)
    if (command.type !== 'Create') return command.type === 'Run' ? E.right([]) : refuse(recordNotFound)
    const { type: _, ...data } = command
    if (state.kind === 'deleted') return refuse(conflict())
    const wrong = fieldErrors({ description: blankOrTooLong(data.description) })
    return wrong === undefined ? E.right([{ type: 'PipelineScheduleCreated', data }]) : refuse(invalid(wrong))
  },
  evolve: (state, event) => {
    if (event.type === 'PipelineScheduleCreated') return { kind: 'live', keys: [], ...event.data }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'PipelineScheduleChanged':
      case 'PipelineScheduleTaken':
        return { ...state, ...event.data }
      case 'PipelineScheduleRan':
        return { ...state, nextRunAt: event.data.nextRunAt }
      case 'PipelineScheduleVariableSet':
        return { ...state, keys: [...new Set([...state.keys, event.data.key])] }
      case 'PipelineScheduleVariableRemoved':
        return { ...state, keys: state.keys.filter((key) => key !== event.data.key) }
      case 'PipelineScheduleDeleted':
        return { kind: 'deleted' }
    }
  },
}
