import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { nullable, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  blankOrTooLong,
  conflict,
  current,
  decideChange,
  type EventOf,
  eventCatalogue,
  type FieldErrors,
  fieldErrors,
  invalid,
  notModified,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { type ResourceParent, resourceParentCodec } from '../../projects/resource-parent/resource-parent.js'
import { colorOf } from './color.js'
import { labelName } from './unique-names.js'

const details = { title: t.string, color: t.string, description: nullable(t.string), priority: nullable(safeInteger) }
const created = t.type({ place: resourceParentCodec, ...details })
const changed = t.partial(details)
const subscription = t.type({ userId: safeInteger })
const promoted = t.type({ groupId: safeInteger })
const merged = t.type({ into: safeInteger })
const nothing = t.type({})

export type LabelDetails = Readonly<t.TypeOf<typeof changed>>

/** Every event of a label, with its versions. */
const labelEvents = eventCatalogue({
  LabelCreated: current(created),
  LabelChanged: current(changed),
  LabelSubscribed: current(subscription),
  LabelUnsubscribed: current(subscription),
  /** A label of a project became one of the group. */
  LabelPromoted: current(promoted),
  /** Everything with this label has the other one now. */
  LabelMerged: current(merged),
  LabelDeleted: current(nothing),
})

export type LabelEvent = EventOf<typeof labelEvents>

/** A label as `decide` needs it. */
export interface LiveLabel {
  readonly kind: 'live'
  readonly place: ResourceParent
  readonly title: string
  readonly color: string
  readonly description: string | null
  readonly priority: number | null
  readonly subscribers: ReadonlyArray<number>
}

export type LabelState = { readonly kind: 'none' } | LiveLabel | { readonly kind: 'deleted' }

export type LabelCommand =
  | {
      readonly type: 'Create'
      readonly place: ResourceParent
      readonly title: string
      /** As the client wrote it: hexadecimal or a CSS name. */
      readonly color: string
      readonly description: string | null
      readonly priority: number | null
    }
  | {
      readonly type: 'Change'
      readonly title?: string | undefined
      readonly color?: string | undefined
      readonly description?: string | null | undefined
      readonly priority?: number | null | undefined
    }
  | { readonly type: 'Subscribe'; readonly userId: number }
  | { readonly type: 'Unsubscribe'; readonly userId: number }
  | { readonly type: 'Promote'; readonly groupId: number }
  | { readonly type: 'Merge'; readonly into: number }
  | { readonly type: 'Delete' }

type Of<Type extends LabelCommand['type']> = Extract<LabelCommand, { readonly type: Type }>
type Decision = E.Either<Rejection, ReadonlyArray<LabelEvent>>

const titleErrors = (title: string | undefined): ReadonlyArray<string> => {
  if (title === undefined) return []
  // A comma would split the title in lists of labels.
  return title.includes(',') ? ['is invalid'] : blankOrTooLong(title)
}

const colorErrors = (color: string | undefined): ReadonlyArray<string> =>
  color === undefined || colorOf(color) !== undefined ? [] : ['must be a valid color code']

const priorityErrors = (priority: number | null | undefined): ReadonlyArray<string> =>
  typeof priority === 'number' && priority < 0 ? ['must be greater than or equal to 0'] : []

const findings = (command: Of<'Change'>): FieldErrors | undefined =>
  fieldErrors({
    title: titleErrors(command.title),
    color: colorErrors(command.color),
    priority: priorityErrors(command.priority),
  })

const create = ({ place, title, color, description, priority }: Of<'Create'>, state: LabelState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const wrong = findings({ type: 'Change', title, color, priority })
  if (wrong !== undefined) return refuse(invalid(wrong))
  const data = { place, title, color: colorOf(color) ?? color, description, priority }
  return E.right([{ type: 'LabelCreated', data }])
}

const change = (command: Of<'Change'>, live: LiveLabel): Decision => {
  const wrong = findings(command)
  if (wrong !== undefined) return refuse(invalid(wrong))
  const { title, description, priority } = command
  const color = command.color === undefined ? undefined : colorOf(command.color)
  return decideChange('LabelChanged', { title, color, description, priority }, live)
}

const decideSubscription = ({ type, userId }: Of<'Subscribe'> | Of<'Unsubscribe'>, live: LiveLabel): Decision => {
  const wanted = type === 'Subscribe'
  if (live.subscribers.includes(userId) === wanted) return refuse(notModified)
  return E.right([{ type: wanted ? 'LabelSubscribed' : 'LabelUnsubscribed', data: { userId } }])
}

/** A label of a project or of a group. */
export const label: Aggregate<LabelCommand, LabelEvent, LabelState> = {
  category: 'label',
  stateVersion: 1,
  events: labelEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [labelName(state.place, state.title)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') return create(command, state)
    if (state.kind !== 'live') return refuse(recordNotFound)
    switch (command.type) {
      case 'Change':
        return change(command, state)
      case 'Subscribe':
      case 'Unsubscribe':
        return decideSubscription(command, state)
      case 'Promote':
        return E.right(
          state.place.kind === 'group' ? [] : [{ type: 'LabelPromoted', data: { groupId: command.groupId } }],
        )
      case 'Merge':
        return E.right([{ type: 'LabelMerged', data: { into: command.into } }])
      case 'Delete':
        return E.right([{ type: 'LabelDeleted', data: {} }])
    }
  },
  evolve: (state, event) => {
    if (event.type === 'LabelCreated') return { kind: 'live', ...event.data, subscribers: [] }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'LabelChanged':
        return { ...state, ...event.data }
      case 'LabelSubscribed':
        return { ...state, subscribers: [...state.subscribers, event.data.userId] }
      case 'LabelUnsubscribed':
        return { ...state, subscribers: state.subscribers.filter((userId) => userId !== event.data.userId) }
      case 'LabelPromoted':
        return { ...state, place: { kind: 'group', id: event.data.groupId } }
      case 'LabelMerged':
      case 'LabelDeleted':
        return { kind: 'deleted' }
    }
  },
}
