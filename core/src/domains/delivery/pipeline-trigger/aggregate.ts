import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  fieldErrors,
  invalid,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'

const created = t.type({
  projectId: codecs.safeInteger,
  /** The user for whom its pipelines run. */
  ownerId: codecs.safeInteger,
  description: t.string,
  /** SHA-256 of the token. */
  digest: t.string,
  /** The token, sealed, because its owner can see it again. */
  token: t.string,
})

const triggerEvents = eventCatalogue({
  TriggerCreated: current(created),
  TriggerChanged: current(t.type({ description: t.string })),
  TriggerDeleted: current(t.type({})),
})

/** The events of a pipeline trigger. */
export type PipelineTriggerEvent = EventOf<typeof triggerEvents>
export type PipelineTriggerData = Readonly<t.TypeOf<typeof created>>

export type PipelineTriggerState =
  | { readonly kind: 'none' | 'deleted' }
  | { readonly kind: 'live'; readonly description: string }

export type PipelineTriggerCommand =
  | ({ readonly type: 'Create' } & PipelineTriggerData)
  | { readonly type: 'Change'; readonly description: string }
  | { readonly type: 'Delete' }

const MAX_LENGTH = 255

const findings = (description: string) =>
  fieldErrors({
    description: description.length > MAX_LENGTH ? [`is too long (maximum is ${MAX_LENGTH} characters)`] : [],
  })

/** A token with which outside systems create pipelines of one project. */
export const pipelineTrigger: Aggregate<PipelineTriggerCommand, PipelineTriggerEvent, PipelineTriggerState> = {
  category: 'pipeline_trigger',
  stateVersion: 1,
  events: triggerEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    const wrong = command.type === 'Delete' ? undefined : findings(command.description)
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      if (state.kind !== 'none') return refuse(conflict())
      return wrong === undefined ? E.right([{ type: 'TriggerCreated', data }]) : refuse(invalid(wrong))
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Delete') return E.right([{ type: 'TriggerDeleted', data: {} }])
    if (wrong !== undefined) return refuse(invalid(wrong))
    const { description } = command
    return E.right(description === state.description ? [] : [{ type: 'TriggerChanged', data: { description } }])
  },
  evolve: (state, event) => {
    if (event.type === 'TriggerDeleted') return { kind: 'deleted' }
    return event.type === 'TriggerCreated' || state.kind === 'live'
      ? { kind: 'live', description: event.data.description }
      : state
  },
}
