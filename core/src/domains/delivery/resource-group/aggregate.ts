import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { nullable, oneOf, safeInteger, union } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  conflict,
  current,
  type DeclaredName,
  type EventOf,
  eventCatalogue,
  fieldErrors,
  invalid,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { nameErrors } from '../environment-naming/scope.js'

/** Who gets the resource next: any ready job, or only the job of the oldest or the newest pipeline. */
export const PROCESS_MODES = ['unordered', 'oldest_first', 'newest_first'] as const
export type ProcessMode = (typeof PROCESS_MODES)[number]

const created = t.type({ projectId: safeInteger, key: t.string })
const assigned = t.type({ jobId: safeInteger })

const resourceGroupEvents = eventCatalogue({
  /** It begins unordered. */
  ResourceGroupCreated: current(created),
  ProcessModeChanged: current(t.type({ processMode: oneOf(PROCESS_MODES) })),
  ResourceAssigned: current(assigned),
  ResourceReleased: current(assigned),
})

/** The events of a resource group. */
export type ResourceGroupEvent = EventOf<typeof resourceGroupEvents>

/** A resource group as `decide` needs it. */
export interface LiveResourceGroup extends Readonly<t.TypeOf<typeof created>> {
  readonly kind: 'live'
  readonly processMode: ProcessMode
  /** The job that has the resource. */
  readonly jobId: number | null
}

export type ResourceGroupState = { readonly kind: 'none' } | LiveResourceGroup

/** The commands of a resource group. */
export type ResourceGroupCommand =
  | { readonly type: 'Create'; readonly projectId: number; readonly key: string }
  | { readonly type: 'ChangeProcessMode'; readonly processMode: ProcessMode }
  /** Refused while another job has the resource. */
  | { readonly type: 'Assign'; readonly jobId: number }
  /** Nothing happens where the job does not have it. */
  | { readonly type: 'Release'; readonly jobId: number }

type Decision = E.Either<Rejection, ReadonlyArray<ResourceGroupEvent>>

const create = (projectId: number, key: string): Decision => {
  const wrong = fieldErrors({ key: nameErrors(key) })
  return wrong === undefined
    ? E.right([{ type: 'ResourceGroupCreated', data: { projectId, key } }])
    : refuse(invalid(wrong))
}

const assign = (jobId: number, live: LiveResourceGroup): Decision => {
  if (live.jobId === jobId) return E.right([])
  return live.jobId === null ? E.right([{ type: 'ResourceAssigned', data: { jobId } }]) : refuse(conflict())
}

const decide = (command: ResourceGroupCommand, state: ResourceGroupState): Decision => {
  if (command.type === 'Create')
    return state.kind === 'none' ? create(command.projectId, command.key) : refuse(conflict())
  if (state.kind !== 'live') return refuse(recordNotFound)
  switch (command.type) {
    case 'ChangeProcessMode': {
      const { processMode } = command
      return E.right(processMode === state.processMode ? [] : [{ type: 'ProcessModeChanged', data: { processMode } }])
    }
    case 'Assign':
      return assign(command.jobId, state)
    case 'Release':
      return E.right(state.jobId === command.jobId ? [{ type: 'ResourceReleased', data: { jobId: state.jobId } }] : [])
  }
}

const evolve = (state: ResourceGroupState, event: ResourceGroupEvent): ResourceGroupState => {
  if (event.type === 'ResourceGroupCreated')
    return { kind: 'live', ...event.data, processMode: 'unordered', jobId: null }
  if (state.kind !== 'live') return state
  switch (event.type) {
    case 'ProcessModeChanged':
      return { ...state, processMode: event.data.processMode }
    case 'ResourceAssigned':
      return { ...state, jobId: event.data.jobId }
    case 'ResourceReleased':
      return { ...state, jobId: null }
  }
}

const live: t.Type<LiveResourceGroup, unknown, unknown> = t.type({
  kind: t.literal('live'),
  projectId: safeInteger,
  key: t.string,
  processMode: oneOf(PROCESS_MODES),
  jobId: nullable(safeInteger),
})

/** A key is unique in a project. */
const resourceGroupName = ({ projectId, key }: LiveResourceGroup): DeclaredName => ({
  kind: 'resource-group',
  name: `${projectId}\0${key}`,
})

/** A resource that one job of a project at a time may hold. */
export const resourceGroup: Aggregate<ResourceGroupCommand, ResourceGroupEvent, ResourceGroupState> = {
  category: 'resource_group',
  stateVersion: 1,
  // Each job adds two events.
  snapshot: union([live, t.type({ kind: t.literal('none') })]),
  events: resourceGroupEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [resourceGroupName(state)] : []),
  decide: (command) => (state) => decide(command, state),
  evolve,
}
