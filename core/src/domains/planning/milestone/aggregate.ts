import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { day, nullable, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  blankOrTooLong,
  conflict,
  current,
  type Day,
  type DeclaredName,
  type EventOf,
  effectiveChanges,
  eventCatalogue,
  type FieldErrors,
  fieldErrors,
  invalid,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { type ResourceParent, resourceParentCodec } from '../../projects/resource-parent/resource-parent.js'

/** A long text is stored as a blob; `text` is then its beginning. */
const description = t.type({ text: nullable(t.string), blob: nullable(t.string) })
const details = { title: t.string, description, startDate: nullable(day), dueDate: nullable(day) }
const created = t.type({ place: resourceParentCodec, iid: safeInteger, ...details })
const changed = t.partial(details)
const promoted = t.type({ groupId: safeInteger, iid: safeInteger })
const merged = t.type({ into: safeInteger })
const nothing = t.type({})

export type MilestoneText = Readonly<t.TypeOf<typeof description>>
export type MilestoneDetails = Readonly<t.TypeOf<typeof changed>>

/** Every event of a milestone, with its versions. */
const milestoneEvents = eventCatalogue({
  MilestoneCreated: current(created),
  MilestoneChanged: current(changed),
  MilestoneClosed: current(nothing),
  MilestoneActivated: current(nothing),
  /** A milestone of a project became one of the group, with an iid there. */
  MilestonePromoted: current(promoted),
  /** Everything with this milestone has the other one now. */
  MilestoneMerged: current(merged),
  MilestoneDeleted: current(nothing),
})

export type MilestoneEvent = EventOf<typeof milestoneEvents>

/** A milestone as `decide` needs it. */
export interface LiveMilestone {
  readonly kind: 'live'
  readonly place: ResourceParent
  readonly iid: number
  readonly title: string
  readonly description: MilestoneText
  readonly startDate: Day | null
  readonly dueDate: Day | null
  readonly active: boolean
}

export type MilestoneState = { readonly kind: 'none' } | LiveMilestone | { readonly kind: 'deleted' }

export type MilestoneCommand =
  | {
      readonly type: 'Create'
      readonly place: ResourceParent
      readonly iid: number
      readonly title: string
      readonly description: MilestoneText
      readonly startDate: Day | null
      readonly dueDate: Day | null
    }
  | {
      readonly type: 'Change'
      readonly title?: string | undefined
      readonly description?: MilestoneText | undefined
      readonly startDate?: Day | null | undefined
      readonly dueDate?: Day | null | undefined
      readonly stateEvent?: 'close' | 'activate' | undefined
    }
  | { readonly type: 'Promote'; readonly groupId: number; readonly iid: number }
  | { readonly type: 'Merge'; readonly into: number }
  | { readonly type: 'Delete' }

type Of<Type extends MilestoneCommand['type']> = Extract<MilestoneCommand, { readonly type: Type }>
type Decision = E.Either<Rejection, ReadonlyArray<MilestoneEvent>>

const dueErrors = (start: Day | null, due: Day | null): ReadonlyArray<string> =>
  start !== null && due !== null && due < start ? ['must be greater than start date'] : []

type Facts = Pick<LiveMilestone, 'title' | 'startDate' | 'dueDate'>

const findings = ({ title, startDate, dueDate }: Facts): FieldErrors | undefined =>
  fieldErrors({ title: blankOrTooLong(title), due_date: dueErrors(startDate, dueDate) })

const create = (command: Of<'Create'>, state: MilestoneState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const wrong = findings(command)
  if (wrong !== undefined) return refuse(invalid(wrong))
  const { type: _, ...data } = command
  return E.right([{ type: 'MilestoneCreated', data }])
}

/** The effective changes; closing a closed milestone changes nothing. */
const change = (command: Of<'Change'>, live: LiveMilestone): Decision => {
  const { title = live.title, startDate = live.startDate, dueDate = live.dueDate, description, stateEvent } = command
  const wrong = findings({ title, startDate, dueDate })
  if (wrong !== undefined) return refuse(invalid(wrong))
  const data: MilestoneDetails = {
    ...effectiveChanges({ title, startDate, dueDate }, live),
    ...(description === undefined ||
    (description.text === live.description.text && description.blob === live.description.blob)
      ? {}
      : { description }),
  }
  const events: Array<MilestoneEvent> = []
  if (Object.keys(data).length > 0) events.push({ type: 'MilestoneChanged', data })
  if (stateEvent === 'close' && live.active) events.push({ type: 'MilestoneClosed', data: {} })
  if (stateEvent === 'activate' && !live.active) events.push({ type: 'MilestoneActivated', data: {} })
  return E.right(events)
}

/** The unique name of a milestone: its title in its project or group. */
export const milestoneName = (place: ResourceParent, title: string): DeclaredName => ({
  kind: 'milestone',
  name: [place.kind, place.id, title].join('\0'),
})

/** A milestone of a project or of a group. */
export const milestone: Aggregate<MilestoneCommand, MilestoneEvent, MilestoneState> = {
  category: 'milestone',
  stateVersion: 1,
  events: milestoneEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [milestoneName(state.place, state.title)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') return create(command, state)
    if (state.kind !== 'live') return refuse(recordNotFound)
    switch (command.type) {
      case 'Change':
        return change(command, state)
      case 'Promote': {
        const { groupId, iid } = command
        return E.right(state.place.kind === 'group' ? [] : [{ type: 'MilestonePromoted', data: { groupId, iid } }])
      }
      case 'Merge':
        return E.right([{ type: 'MilestoneMerged', data: { into: command.into } }])
      case 'Delete':
        return E.right([{ type: 'MilestoneDeleted', data: {} }])
    }
  },
  evolve: (state, event) => {
    if (event.type === 'MilestoneCreated') return { kind: 'live', ...event.data, active: true }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'MilestoneChanged':
        return { ...state, ...event.data }
      case 'MilestoneClosed':
        return { ...state, active: false }
      case 'MilestoneActivated':
        return { ...state, active: true }
      case 'MilestonePromoted':
        return { ...state, place: { kind: 'group', id: event.data.groupId }, iid: event.data.iid }
      case 'MilestoneMerged':
      case 'MilestoneDeleted':
        return { kind: 'deleted' }
    }
  },
}
