import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, DeclaredName, Instant, Rejection } from '../../../kernel/index.js'
import { conflict, effectiveChanges, invalid, notFound, refuse, refused } from '../../../kernel/index.js'
import { pathUnder } from '../../naming/unique-names.js'
import type { GroupCommand } from './commands.js'
import { type GroupEvent, groupEvents } from './events.js'
import { groupErrors } from './rules.js'
import type { GroupSettings } from './settings.js'
import { groupSnapshot } from './snapshot.js'
import type { GroupState, LiveGroup } from './state.js'

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

/** A group: a place for projects and for other groups, with members whose roles reach everything below. */
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
        return E.right([{ type: 'GroupDeleted', data: {} }])
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
