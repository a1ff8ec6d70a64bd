import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { instant, nullable, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  blankOrTooLong,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  fieldErrors,
  type Instant,
  invalid,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import {
  EMPTY_MAP,
  type PersistentMap,
  valueAt,
  valuesOf,
  withoutKey,
  withValue,
} from '../../../kernel/persistent-map.js'
import { sshKeyFingerprint } from '../../naming/unique-names.js'

const use = { projectId: safeInteger, canPush: t.boolean }
const added = t.type({
  ...use,
  title: t.string,
  key: t.string,
  /** `SHA256:…` */
  fingerprint: t.string,
  md5: t.string,
  expiresAt: nullable(instant),
})
const enabled = t.type(use)
const disabled = t.type({ projectId: safeInteger })
const renamed = t.type({ title: t.string })
const nothing = t.type({})

const deployKeyEvents = eventCatalogue({
  DeployKeyAdded: current(added),
  /** For one more project. */
  DeployKeyEnabled: current(enabled),
  DeployKeyAccessChanged: current(enabled),
  DeployKeyDisabled: current(disabled),
  DeployKeyRenamed: current(renamed),
  /** No project has it any more. */
  DeployKeyRemoved: current(nothing),
})

export type DeployKeyEvent = EventOf<typeof deployKeyEvents>

interface LiveDeployKey {
  readonly kind: 'live'
  readonly title: string
  readonly fingerprint: string
  /** Whether it may push, by project. */
  readonly projects: PersistentMap<number, boolean>
}

export type DeployKeyState = { readonly kind: 'none' } | LiveDeployKey | { readonly kind: 'removed' }

export type DeployKeyCommand =
  | {
      readonly type: 'Add'
      readonly projectId: number
      readonly canPush: boolean
      readonly title: string
      readonly key: string
      readonly fingerprint: string
      readonly md5: string
      readonly expiresAt: Instant | null
    }
  | { readonly type: 'Enable'; readonly projectId: number; readonly canPush: boolean }
  | {
      readonly type: 'Change'
      readonly projectId: number
      readonly title?: string | undefined
      readonly canPush?: boolean | undefined
    }
  | { readonly type: 'Disable'; readonly projectId: number }

type Decision = ReturnType<ReturnType<Aggregate<DeployKeyCommand, DeployKeyEvent, DeployKeyState>['decide']>>
type Of<Type extends DeployKeyCommand['type']> = Extract<DeployKeyCommand, { readonly type: Type }>

const change = ({ projectId, title, canPush }: Of<'Change'>, live: LiveDeployKey): Decision => {
  const errors = fieldErrors({ title: title === undefined ? [] : blankOrTooLong(title) })
  if (errors !== undefined) return refuse(invalid(errors))
  const events: Array<DeployKeyEvent> = []
  if (title !== undefined && title !== live.title) events.push({ type: 'DeployKeyRenamed', data: { title } })
  if (canPush !== undefined && canPush !== valueAt(live.projects, projectId))
    events.push({ type: 'DeployKeyAccessChanged', data: { projectId, canPush } })
  return E.right(events)
}

const disable = (projectId: number, live: LiveDeployKey): Decision => {
  const gone: DeployKeyEvent = { type: 'DeployKeyDisabled', data: { projectId } }
  return E.right(valuesOf(live.projects).length > 1 ? [gone] : [gone, { type: 'DeployKeyRemoved', data: {} }])
}

/** The unique name of a deploy key: its fingerprint. */
export const deployKeyName = (fingerprint: string) => ({
  ...sshKeyFingerprint(fingerprint),
  refusal: () => invalid({ fingerprint: ['has already been taken'] }),
})

const withProject = (live: LiveDeployKey, projectId: number, canPush: boolean): LiveDeployKey => ({
  ...live,
  projects: withValue(live.projects, projectId, canPush),
})

/** An SSH key of a machine for projects; a record only, because git is served over HTTP. */
export const deployKey: Aggregate<DeployKeyCommand, DeployKeyEvent, DeployKeyState> = {
  category: 'deploy_key',
  stateVersion: 3,
  events: deployKeyEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [deployKeyName(state.fingerprint)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Add') {
      const { type: _, ...data } = command
      const errors = fieldErrors({ title: blankOrTooLong(data.title) })
      if (errors !== undefined) return refuse(invalid(errors))
      return state.kind === 'none' ? E.right([{ type: 'DeployKeyAdded', data }]) : refuse(conflict())
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    const { projectId } = command
    if (command.type === 'Enable') {
      if (valueAt(state.projects, projectId) !== undefined) return E.right([])
      return E.right([{ type: 'DeployKeyEnabled', data: { projectId, canPush: command.canPush } }])
    }
    if (valueAt(state.projects, projectId) === undefined) return refuse(recordNotFound)
    return command.type === 'Change' ? change(command, state) : disable(projectId, state)
  },
  evolve: (state, event) => {
    if (event.type === 'DeployKeyAdded') {
      const { title, fingerprint, projectId, canPush } = event.data
      return { kind: 'live', title, fingerprint, projects: withValue<number, boolean>(EMPTY_MAP, projectId, canPush) }
    }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'DeployKeyEnabled':
      case 'DeployKeyAccessChanged':
        return withProject(state, event.data.projectId, event.data.canPush)
      case 'DeployKeyDisabled':
        return { ...state, projects: withoutKey(state.projects, event.data.projectId) }
      case 'DeployKeyRenamed':
        return { ...state, title: event.data.title }
      case 'DeployKeyRemoved':
        return { kind: 'removed' }
    }
  },
}
