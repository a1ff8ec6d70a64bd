import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Rejection } from '../../../kernel/index.js'
import { conflict, effectiveChanges, invalid, notFound, refuse, refused } from '../../../kernel/index.js'
import type { ProjectCommand } from './commands.js'
import { type ProjectEvent, projectEvents } from './events.js'
import { projectErrors } from './rules.js'
import type { ProjectSettings } from './settings.js'
import { projectSnapshot } from './snapshot.js'
import type { LiveProject, ProjectState } from './state.js'
import { projectNames } from './unique-names.js'

type Decision = E.Either<Rejection, ReadonlyArray<ProjectEvent>>
type Of<Type extends ProjectCommand['type']> = Extract<ProjectCommand, { readonly type: Type }>

const create = (command: Of<'Create'>, state: ProjectState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const { namespaceId, groupId, creatorId, forkedFrom, settings, bounds } = command
  const errors = projectErrors(settings, bounds)
  if (errors !== undefined) return refuse(invalid(errors))
  return E.right([{ type: 'ProjectCreated', data: { namespaceId, groupId, creatorId, forkedFrom, ...settings } }])
}

const change = (command: Of<'Change'>, live: LiveProject): Decision => {
  const data = effectiveChanges<ProjectSettings>(command.changes, live)
  if (Object.keys(data).length === 0) return E.right([])
  const errors = projectErrors({ ...live, ...data }, command.bounds)
  return errors === undefined ? E.right([{ type: 'ProjectChanged', data }]) : refuse(invalid(errors))
}

const move = (command: Of<'Move'>, live: LiveProject): Decision => {
  const { namespaceId, groupId, bounds } = command
  if (namespaceId === live.namespaceId) return E.right([])
  const errors = projectErrors(live, bounds)
  if (errors !== undefined) return refuse(invalid(errors))
  return E.right([{ type: 'ProjectMoved', data: { namespaceId, groupId } }])
}

const unarchive = (live: LiveProject): Decision => {
  if (live.deletion !== undefined) return refuse(refused('Project is marked for deletion: restore it instead.'))
  return E.right(live.archived ? [{ type: 'ProjectUnarchived', data: {} }] : [])
}

const markForDeletion = ({ at, name, path }: Of<'MarkForDeletion'>, live: LiveProject): Decision =>
  E.right(live.deletion === undefined ? [{ type: 'ProjectMarkedForDeletion', data: { at, name, path } }] : [])

const warn = ({ at, since }: Of<'WarnOfDeletion'>, { deletion, warnedAt }: LiveProject): Decision => {
  const isKnown = deletion !== undefined || (warnedAt !== undefined && (warnedAt > since || warnedAt >= at))
  return E.right(isKnown ? [] : [{ type: 'ProjectWarnedOfDeletion', data: { at } }])
}

const restore = ({ deletion }: LiveProject): Decision => {
  if (deletion === undefined) return E.right([])
  const { name, path, archived } = deletion
  return E.right([{ type: 'ProjectRestored', data: { name, path, archived } }])
}

/** A project: one repository and everything that belongs to it. */
export const project: Aggregate<ProjectCommand, ProjectEvent, ProjectState> = {
  category: 'project',
  stateVersion: 3,
  snapshot: projectSnapshot,
  events: projectEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? projectNames(state) : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') return create(command, state)
    if (state.kind !== 'live') return refuse(notFound('Project'))
    switch (command.type) {
      case 'Change':
        return change(command, state)
      case 'SetDefaultBranch':
        return E.right(
          command.branch === state.defaultBranch
            ? []
            : [{ type: 'DefaultBranchSet', data: { branch: command.branch } }],
        )
      case 'Archive':
        return E.right(state.archived ? [] : [{ type: 'ProjectArchived', data: {} }])
      case 'Unarchive':
        return unarchive(state)
      case 'Move':
        return move(command, state)
      case 'MakeForkRelation': {
        const { forkedFrom } = command
        if (state.forkedFrom !== null) return refuse(conflict('Project already forked'))
        return E.right([{ type: 'ForkRelationMade', data: { forkedFrom } }])
      }
      case 'RemoveForkRelation':
        return E.right(state.forkedFrom === null ? [] : [{ type: 'ForkRelationRemoved', data: {} }])
      case 'MarkForDeletion':
        return markForDeletion(command, state)
      case 'WarnOfDeletion':
        return warn(command, state)
      case 'Restore':
        return restore(state)
      case 'Delete':
        return E.right([{ type: 'ProjectDeleted', data: {} }])
    }
  },
  evolve: (state, event) => {
    if (event.type === 'ProjectCreated')
      return {
        kind: 'live',
        ...event.data,
        defaultBranch: null,
        archived: false,
        deletion: undefined,
        warnedAt: undefined,
      }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'ProjectChanged':
      case 'ProjectMoved':
      case 'ForkRelationMade':
        return { ...state, ...event.data }
      case 'DefaultBranchSet':
        return { ...state, defaultBranch: event.data.branch }
      case 'ProjectArchived':
        return { ...state, archived: true }
      case 'ProjectUnarchived':
        return { ...state, archived: false }
      case 'ForkRelationRemoved':
        return { ...state, forkedFrom: null }
      case 'ProjectMarkedForDeletion': {
        const { at, ...renamed } = event.data
        const { name, path, archived } = state
        return { ...state, ...renamed, archived: true, deletion: { at, name, path, archived } }
      }
      case 'ProjectRestored':
        return { ...state, ...event.data, deletion: undefined }
      case 'ProjectWarnedOfDeletion':
        return { ...state, warnedAt: event.data.at }
      case 'ProjectDeleted':
        return { kind: 'deleted' }
    }
  },
}
