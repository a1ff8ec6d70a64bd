import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { instant, nullable, oneOf, orUndefined, safeInteger, union } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  conflict,
  current,
  type DeclaredName,
  type EventOf,
  effectiveChanges,
  eventCatalogue,
  type Instant,
  invalid,
  notFound,
  type Rejection,
  refuse,
  refused,
} from '../../../kernel/index.js'
import { pathUnder } from '../../naming/unique-names.js'
import { type GroupSurroundings, groupErrors } from './rules.js'
import { type GroupSettings, groupSettings } from './settings.js'

const parentId = nullable(safeInteger)
const created = t.type({ parentId, creatorId: safeInteger, ...groupSettings })
const changed = t.partial(groupSettings)
const moved = t.type({ parentId })
const marked = t.type({ at: instant })
/** Missing in events from before it was recorded. */
const deleted = t.partial({ parentId })
const nothing = t.type({})

const groupEvents = eventCatalogue({
  GroupCreated: current(created),
  GroupChanged: current(changed),
  GroupMoved: current(moved),
  /** Not deleted until its deletion delay is over. */
  GroupMarkedForDeletion: current(marked),
  GroupRestored: current(nothing),
  GroupDeleted: current(deleted),
})

export type GroupEvent = EventOf<typeof groupEvents>

export interface LiveGroup extends GroupSettings {
  readonly kind: 'live'
  /** Null for a group at the top. */
  readonly parentId: number | null
  readonly creatorId: number
  /** When its delayed deletion was requested. */
  readonly markedForDeletionAt: Instant | undefined
}

export type GroupState = { readonly kind: 'none' } | LiveGroup | { readonly kind: 'deleted' }

const live: t.Type<LiveGroup, unknown, unknown> = t.type({
  kind: t.literal('live'),
  ...groupSettings,
  parentId: nullable(safeInteger),
  creatorId: safeInteger,
  markedForDeletionAt: orUndefined(instant),
})

/** The snapshot of a group. */
const groupSnapshot: t.Type<GroupState, unknown, unknown> = union([live, t.type({ kind: oneOf(['none', 'deleted']) })])

export type GroupCommand =
  | {
      readonly type: 'Create'
      readonly parentId: number | null
      readonly creatorId: number
      readonly settings: GroupSettings
      readonly surroundings: GroupSurroundings
    }
  | { readonly type: 'Change'; readonly changes: Partial<GroupSettings>; readonly surroundings: GroupSurroundings }
  | { readonly type: 'Move'; readonly parentId: number | null; readonly surroundings: GroupSurroundings }
  /** Delays its deletion. */
  | { readonly type: 'MarkForDeletion'; readonly at: Instant }
  | { readonly type: 'Restore' }
  | { readonly type: 'Delete' }

type Decision = E.Either<Rejection, ReadonlyArray<GroupEvent>>

const create = (command: Extract<GroupCommand, { readonly type: 'Create' }>, state: GroupState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const { parentId, creatorId, settings, surroundings } = command
  const errors = groupErrors(settings, parentId === null, surroundings)
  if (errors !== undefined) return refuse(invalid(errors))
  return E.right([{ type: 'GroupCreated', data: { parentId, creatorId, ...settings } }])
}

const change = (command: Extract<GroupCommand, { readonly type: 'Change' }>, live: LiveGroup): Decision => {
  const data = effectiveChanges<GroupSettings>(command.changes, live)
  if (Object.keys(data).length === 0) return E.right([])
  const errors = groupErrors({ ...live, ...data }, live.parentId === null, command.surroundings)
  return errors === undefined ? E.right([{ type: 'GroupChanged', data }]) : refuse(invalid(errors))
}

const move = (command: Extract<GroupCommand, { readonly type: 'Move' }>, live: LiveGroup): Decision => {
  if (command.parentId === live.parentId) return E.right([])
  const errors = groupErrors(live, command.parentId === null, command.surroundings)
  if (errors !== undefined) return refuse(invalid(errors))
  return E.right([{ type: 'GroupMoved', data: { parentId: command.parentId } }])
}

const mark = (at: Instant, live: LiveGroup): Decision =>
  live.markedForDeletionAt === undefined
    ? E.right([{ type: 'GroupMarkedForDeletion', data: { at } }])
    : refuse(refused('Group has been already marked for deletion'))

const restore = (live: LiveGroup): Decision =>
  live.markedForDeletionAt === undefined
    ? refuse(refused('Group has not been marked for deletion'))
    : E.right([{ type: 'GroupRestored', data: {} }])

const pathTaken = invalid({ path: ['has already been taken'] })

/** The path of a group is unique below its parent. */
export const groupPath = (parentId: number | null, path: string): DeclaredName => ({
  ...pathUnder(parentId, path),
  refusal: () => pathTaken,
})

/** A group: a namespace for projects and subgroups, whose members' roles are inherited below. */
export const group: Aggregate<GroupCommand, GroupEvent, GroupState> = {
  category: 'group',
  stateVersion: 2,
  snapshot: groupSnapshot,
  events: groupEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [groupPath(state.parentId, state.path)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') return create(command, state)
    if (state.kind !== 'live') return refuse(notFound('Group'))
    switch (command.type) {
      case 'Change':
        return change(command, state)
      case 'Move':
        return move(command, state)
      case 'MarkForDeletion':
        return mark(command.at, state)
      case 'Restore':
        return restore(state)
      case 'Delete':
        return E.right([{ type: 'GroupDeleted', data: { parentId: state.parentId } }])
    }
  },
  evolve: (state, event) => {
    if (event.type === 'GroupCreated') return { kind: 'live', ...event.data, markedForDeletionAt: undefined }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'GroupChanged':
      case 'GroupMoved':
        return { ...state, ...event.data }
      case 'GroupMarkedForDeletion':
        return { ...state, markedForDeletionAt: event.data.at }
      case 'GroupRestored':
        return { ...state, markedForDeletionAt: undefined }
      case 'GroupDeleted':
        return { kind: 'deleted' }
    }
  },
}
