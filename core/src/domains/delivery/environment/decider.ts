import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Rejection } from '../../../kernel/index.js'
import {
  conflict,
  decideChange,
  fieldErrors,
  forbidden,
  invalid,
  isLonger,
  recordNotFound,
  refuse,
  tooLong,
} from '../../../kernel/index.js'
import { nameErrors } from '../environment-naming/scope.js'
import { guessTier } from '../environment-naming/tier.js'
import type { EnvironmentCommand } from './commands.js'
import { type EnvironmentEvent, environmentEvents } from './events.js'
import { environmentSnapshot } from './snapshot.js'
import type { EnvironmentState, LiveEnvironment } from './state.js'
import { environmentName } from './unique-names.js'

const UNSAFE_SCHEMES = ['javascript', 'data', 'vbscript']

const urlErrors = (url: string | null | undefined): ReadonlyArray<string> => {
  if (url === null || url === undefined || url === '') return []
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  if (isLonger(url, 255)) return tooLong(url, 255)
  return scheme !== undefined && UNSAFE_SCHEMES.includes(scheme) ? [`${scheme} scheme is not allowed`] : []
}

type Decision = E.Either<Rejection, ReadonlyArray<EnvironmentEvent>>

const unless = (isSo: boolean, event: EnvironmentEvent): Decision => E.right(isSo ? [] : [event])

const create = (command: Extract<EnvironmentCommand, { readonly type: 'Create' }>, state: EnvironmentState) => {
  if (state.kind !== 'none') return refuse(conflict())
  const wrong = fieldErrors({ name: nameErrors(command.name), external_url: urlErrors(command.externalUrl) })
  if (wrong !== undefined) return refuse(invalid(wrong))
  const { projectId, name, slug, externalUrl } = command
  const tier = command.tier ?? guessTier(name)
  return E.right<never, ReadonlyArray<EnvironmentEvent>>([
    { type: 'EnvironmentCreated', data: { projectId, name, slug, externalUrl, tier } },
  ])
}

const change = (command: Extract<EnvironmentCommand, { readonly type: 'Change' }>, live: LiveEnvironment) => {
  const { name, externalUrl, tier } = command
  const wrong = fieldErrors({
    name: name === undefined ? [] : nameErrors(name),
    external_url: urlErrors(externalUrl),
  })
  if (wrong !== undefined) return refuse(invalid(wrong))
  return decideChange('EnvironmentChanged', { name, externalUrl, tier }, live)
}

const scheduleDeletion = (
  { deleteAt }: Extract<EnvironmentCommand, { readonly type: 'ScheduleDeletion' }>,
  live: LiveEnvironment,
): Decision => {
  if (live.status !== 'stopped') return refuse(forbidden())
  return unless(live.deleteAt !== null, { type: 'EnvironmentDeletionScheduled', data: { deleteAt } })
}

/** One environment of a project, to which deployments go. */
export const environment: Aggregate<EnvironmentCommand, EnvironmentEvent, EnvironmentState> = {
  category: 'environment',
  stateVersion: 4,
  snapshot: environmentSnapshot,
  events: environmentEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [environmentName(state)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') return create(command, state)
    if (state.kind !== 'live') return refuse(recordNotFound)
    switch (command.type) {
      case 'Change':
        return change(command, state)
      case 'PlanStop': {
        const { stopAt } = command
        return unless(state.stopAt === stopAt, { type: 'EnvironmentStopPlanned', data: { stopAt } })
      }
      case 'BeginStop':
        return unless(state.status !== 'available', { type: 'EnvironmentStopping', data: {} })
      case 'Stop':
        return unless(state.status === 'stopped', { type: 'EnvironmentStopped', data: {} })
      case 'MakeAvailable':
        return unless(state.status === 'available', { type: 'EnvironmentMadeAvailable', data: {} })
      case 'ScheduleDeletion':
        return scheduleDeletion(command, state)
      case 'Delete':
        return state.status === 'stopped' ? E.right([{ type: 'EnvironmentDeleted', data: {} }]) : refuse(forbidden())
    }
  },
  evolve: (state, event) => {
    if (event.type === 'EnvironmentCreated') {
      return { kind: 'live', status: 'available', stopAt: null, deleteAt: null, ...event.data }
    }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'EnvironmentChanged':
        return { ...state, ...event.data } as LiveEnvironment
      case 'EnvironmentStopPlanned':
        return { ...state, stopAt: event.data.stopAt }
      case 'EnvironmentStopping':
        return { ...state, status: 'stopping', stopAt: null }
      case 'EnvironmentStopped':
        return { ...state, status: 'stopped', stopAt: null }
      case 'EnvironmentMadeAvailable':
        return { ...state, status: 'available', deleteAt: null }
      case 'EnvironmentDeletionScheduled':
        return { ...state, deleteAt: event.data.deleteAt }
      case 'EnvironmentDeleted':
        return { kind: 'deleted' }
    }
  },
}
