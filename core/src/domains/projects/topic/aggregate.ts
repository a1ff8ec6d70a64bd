import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { nullable, orUndefined } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  blankOrTooLong,
  conflict,
  current,
  decideChange,
  type EventOf,
  eventCatalogue,
  fieldErrors,
  invalid,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'

const details = { name: t.string, title: nullable(t.string), description: nullable(t.string) }
/** As returned by `storeAvatar`; empty or missing: none. */
const picture = { avatar: orUndefined(t.string) }
const created = t.intersection([t.type(details), t.partial(picture)])
const changed = t.partial({ ...details, ...picture })

const topicEvents = eventCatalogue({
  TopicCreated: current(created),
  TopicChanged: current(changed),
  TopicDeleted: current(t.type({})),
})

export type TopicEvent = EventOf<typeof topicEvents>
export type TopicData = Readonly<t.TypeOf<typeof created>>
export type TopicDetails = Readonly<t.TypeOf<typeof changed>>

export type TopicState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & TopicData)
  | { readonly kind: 'deleted' }

export type TopicCommand =
  | ({ readonly type: 'Create' } & TopicData)
  | ({ readonly type: 'Change' } & { readonly [K in keyof TopicDetails]?: TopicDetails[K] | undefined })
  | { readonly type: 'Delete' }

const taken = invalid({ name: ['has already been taken'] })

/** A topic of projects; its name is unique, case-insensitively. */
export const topic: Aggregate<TopicCommand, TopicEvent, TopicState> = {
  category: 'topic',
  stateVersion: 1,
  events: topicEvents,
  initial: { kind: 'none' },
  names: (state) =>
    state.kind === 'live' ? [{ kind: 'topic', name: state.name.toLowerCase(), refusal: () => taken }] : [],
  decide: (command) => (state) => {
    if (command.type !== 'Delete') {
      const wrong = fieldErrors({ name: command.name === undefined ? [] : blankOrTooLong(command.name) })
      if (wrong !== undefined) return refuse(invalid(wrong))
    }
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      return state.kind === 'none' ? E.right([{ type: 'TopicCreated', data }]) : refuse(conflict())
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Delete') return E.right([{ type: 'TopicDeleted', data: {} }])
    const { name, title, description, avatar } = command
    return decideChange('TopicChanged', { name, title, description, avatar }, { avatar: '', ...state })
  },
  evolve: (state, event) => {
    if (event.type === 'TopicCreated') return { kind: 'live', ...event.data }
    if (event.type === 'TopicDeleted') return { kind: 'deleted' }
    return state.kind === 'live' ? { ...state, ...event.data } : state
  },
}
