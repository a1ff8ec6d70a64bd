import { idOf, type StoredEvent } from '../../../kernel/index.js'
import type { LifecycleAction, ReadEvent, Translation } from './deliverable-event.js'

const INSTANCE = { kind: 'instance', id: 0 } as const

const systemEvent = (details: Translation['details']): Translation => ({
  trigger: 'system_events',
  place: INSTANCE,
  details,
})

const hasPath = ({ data }: StoredEvent): boolean => 'path' in (data as object)

/** A project with a delayed deletion has another name meanwhile. */
const projectActionOf = (event: StoredEvent): LifecycleAction | 'transfer' | 'update' | undefined => {
  switch (event.type) {
    case 'ProjectCreated':
      return 'create'
    case 'ProjectChanged':
      return hasPath(event) ? 'rename' : 'update'
    case 'ProjectMarkedForDeletion':
    case 'ProjectRestored':
      return 'rename'
    case 'ProjectMoved':
      return 'transfer'
    case 'ProjectDeleted':
      return 'destroy'
    default:
      return undefined
  }
}

const projects: ReadEvent = (_, event) => {
  const action = projectActionOf(event)
  return action === undefined ? undefined : systemEvent({ kind: 'project', id: Number(idOf(event.stream)), action })
}

const GROUP_ACTIONS: Readonly<Record<string, LifecycleAction>> = {
  GroupCreated: 'create',
  GroupChanged: 'rename',
  GroupDeleted: 'destroy',
}

const groups: ReadEvent = (_, event) => {
  const action = GROUP_ACTIONS[event.type]
  if (action === undefined || (action === 'rename' && !hasPath(event))) return undefined
  return systemEvent({ kind: 'group', id: Number(idOf(event.stream)), action })
}

/** Hooks of the groups above receive it too. */
const subgroups: ReadEvent = (forge, event) => {
  const translation = groups(forge, event)
  const { parentId = null } = event.data as { readonly parentId?: number | null }
  if (translation?.details.kind !== 'group' || translation.details.action === 'rename' || parentId === null)
    return undefined
  return { ...translation, trigger: 'subgroup_events', place: { kind: 'group', id: parentId } }
}

const USER_ACTIONS: Readonly<Record<string, LifecycleAction>> = {
  UserRegistered: 'create',
  ProfileChanged: 'rename',
  UserErased: 'destroy',
}

const users: ReadEvent = (_, { type, stream }) => {
  const id = Number(idOf(stream))
  if (type === 'SignInRefused') return systemEvent({ kind: 'failed_login', id })
  const action = USER_ACTIONS[type]
  return action === undefined ? undefined : systemEvent({ kind: 'user', id, action })
}

const KEY_ACTIONS: Readonly<Record<string, 'create' | 'destroy'>> = {
  UserKeyAdded: 'create',
  UserKeyRemoved: 'destroy',
  DeployKeyAdded: 'create',
  DeployKeyRemoved: 'destroy',
}

const keys: ReadEvent = (_, { type, stream }) => {
  const action = KEY_ACTIONS[type]
  return action === undefined ? undefined : systemEvent({ kind: 'key', stream, action })
}

const MEMBER_ACTIONS: Readonly<Record<string, 'add' | 'update' | 'remove'>> = {
  MemberAdded: 'add',
  MemberChanged: 'update',
  MemberRemoved: 'remove',
  MembershipExpired: 'remove',
}

/** Members of projects are delivered to hooks of the instance only. */
const members: ReadEvent = (_, { type, stream }) => {
  const [source, sourceId, userId] = idOf(stream).split('-')
  const action = MEMBER_ACTIONS[type]
  if (action === undefined) return undefined
  return {
    trigger: source === 'group' ? 'member_events' : 'system_events',
    place: { kind: source === 'group' ? 'group' : 'project', id: Number(sourceId) },
    details: { kind: 'member', userId: Number(userId), action },
  }
}

/** Readers for projects, groups, users, keys and members, by the category of their events. */
export const LIFECYCLE_READERS: ReadonlyArray<readonly [string, ReadonlyArray<ReadEvent>]> = [
  ['project', [projects]],
  ['group', [groups, subgroups]],
  ['user', [users]],
  ['ssh_key', [keys]],
  ['deploy_key', [keys]],
  ['member', [members]],
]
