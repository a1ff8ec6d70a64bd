import type { Forge } from '../../../app/forge.js'
import {
  categoryOf,
  type EventId,
  type Instant,
  idOf,
  type Position,
  type StoredEvent,
  type StreamName,
} from '../../../kernel/index.js'
import { deployment } from '../../delivery/deployment/decider.js'
import type { DeploymentStatus } from '../../delivery/deployment/status.js'
import type { CiStatus } from '../../delivery/pipeline/status.js'
import type { RefUpdatedData } from '../../projects/repository/aggregate.js'
import { branchOf } from '../../projects/repository/refs.js'
import type { WebhookOwner } from './aggregate.js'
import { wantsBranch } from './branch-filter.js'
import type { WebhookRow } from './queries.js'
import type { SystemTrigger, Trigger } from './triggers.js'

/** The content of an event for payloads. */
export type EventDetails =
  | { readonly kind: 'push'; readonly tag: boolean; readonly update: RefUpdatedData }
  | { readonly kind: 'issue'; readonly id: number; readonly action: 'open' | 'update' | 'close' | 'reopen' }
  | { readonly kind: 'note'; readonly id: number }
  /** A comment on a commit. */
  | { readonly kind: 'commit_note'; readonly id: number }
  | {
      readonly kind: 'merge_request'
      readonly id: number
      readonly action:
        | 'open'
        | 'update'
        | 'close'
        | 'reopen'
        | 'merge'
        | 'approval'
        | 'approved'
        | 'unapproval'
        | 'unapproved'
      /** A version: an update only where the head of the source branch moved. */
      readonly isVersion?: boolean
    }
  | { readonly kind: 'pipeline'; readonly id: number; readonly status: CiStatus }
  | { readonly kind: 'build'; readonly id: number; readonly status: CiStatus }
  | { readonly kind: 'deployment'; readonly id: number; readonly status: DeploymentStatus }
  | { readonly kind: 'release'; readonly id: number; readonly tag: string; readonly action: 'create' | 'update' }
  | {
      readonly kind: 'member'
      readonly userId: number
      readonly action: 'add' | 'update' | 'remove'
    }
  /** Delivered once per push, with the first of its refs. */
  | { readonly kind: 'repository'; readonly revision: number }
  | { readonly kind: 'project'; readonly id: number; readonly action: LifecycleAction | 'transfer' | 'update' }
  | { readonly kind: 'group'; readonly id: number; readonly action: LifecycleAction }
  | { readonly kind: 'user'; readonly id: number; readonly action: LifecycleAction }
  | { readonly kind: 'failed_login'; readonly id: number }
  | { readonly kind: 'key'; readonly stream: StreamName; readonly action: 'create' | 'destroy' }

/** What happens to projects, groups and users. */
export type LifecycleAction = 'create' | 'rename' | 'destroy'

/** An event of the history that webhooks deliver. */
export interface DeliverableEvent {
  readonly trigger: Trigger | SystemTrigger
  /** The project or group of the event. */
  readonly place: { readonly kind: 'project' | 'group' | 'instance'; readonly id: number }
  readonly details: EventDetails
  /** The user who caused it. */
  readonly userId: number | undefined
  readonly at: Instant
  /** The event of the history. */
  readonly cause: EventId
  readonly position: Position
}

/** The part that is read from the event itself. */
export type Translation = Pick<DeliverableEvent, 'trigger' | 'place' | 'details'> & {
  /** Where the event names its user and its metadata does not. */
  readonly userId?: number | null | undefined
}

/** Reads one kind of event; undefined for others, and where its subject is deleted. */
export type ReadEvent = (forge: Forge, event: StoredEvent) => Translation | undefined

/** The deliverable events of an event of the history; empty where webhooks deliver nothing. */
export type TranslateEvent = (forge: Forge, event: StoredEvent) => ReadonlyArray<DeliverableEvent>

/** Whose webhooks an event at a place may concern: those of the instance, of its project and of the groups above it. */
export const ownersAround = (forge: Forge, place: DeliverableEvent['place']): ReadonlyArray<WebhookOwner> => {
  const owners: Array<WebhookOwner> = [{ kind: 'instance', id: 0 }]
  if (place.kind === 'project') owners.push({ kind: 'project', id: place.id })
  if (place.kind === 'instance' || forge.instance.tier === 'free') return owners
  let groupId = place.kind === 'group' ? place.id : (forge.read.projects.byId(place.id)?.groupId ?? null)
  for (; groupId !== null; groupId = forge.read.groups.byId(groupId)?.parentId ?? null)
    owners.push({ kind: 'group', id: groupId })
  return owners
}

/** The branch filter of a webhook applies to pushes. */
const fits = (forge: Forge, hook: WebhookRow, details: EventDetails): boolean => {
  const branch = details.kind === 'push' ? branchOf(details.update.ref) : undefined
  return branch === undefined || wantsBranch(forge, hook, branch)
}

/** Hooks of the instance receive events of members, projects, groups, users and keys without subscribing to them, and they alone pushes as a whole. */
const isAskedFor = ({ owner, triggers }: WebhookRow, trigger: DeliverableEvent['trigger']): boolean => {
  if (trigger === 'system_events') return owner.kind === 'instance'
  if (trigger === 'member_events' && owner.kind === 'instance') return true
  return triggers.includes(trigger) && (trigger !== 'repository_update_events' || owner.kind === 'instance')
}

/** Whether a webhook delivers an event: by its triggers, its branch filter and its owner. */
export const isSubscribed = (
  forge: Forge,
  hook: WebhookRow,
  { trigger, place, details }: DeliverableEvent,
): boolean => {
  if (!isAskedFor(hook, trigger) || !fits(forge, hook, details)) return false
  const { kind, id } = hook.owner
  return kind === 'instance' || ownersAround(forge, place).some((owner) => owner.kind === kind && owner.id === id)
}

/** False of a deployment whose environment, which is written beside it, is not there yet: what it tells can be read a moment later. */
export const isReadable = (forge: Forge, { stream }: StoredEvent): boolean =>
  categoryOf(stream) !== deployment.category || !forge.read.deployments.awaitsEnvironment(Number(idOf(stream)))
