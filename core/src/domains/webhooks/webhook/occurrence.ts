import type { Forge } from '../../../app/forge.js'
import type { EventId, Instant, Position, StoredEvent } from '../../../kernel/index.js'
import type { DeploymentStatus } from '../../delivery/deployment/status.js'
import type { CiStatus } from '../../delivery/pipeline/status.js'
import type { RefUpdatedData } from '../../projects/repository/aggregate.js'
import { branchOf } from '../../projects/repository/ref-names.js'
import { wantsBranch } from './branch-filter.js'
import type { WebhookRow } from './queries.js'
import type { Trigger } from './triggers.js'

/** What happened, as webhooks tell it. */
export type Happening =
  | { readonly kind: 'push'; readonly tag: boolean; readonly update: RefUpdatedData }
  | { readonly kind: 'issue'; readonly id: number; readonly action: 'open' | 'update' | 'close' | 'reopen' }
  | { readonly kind: 'note'; readonly id: number }
  | {
      readonly kind: 'merge_request'
      readonly id: number
      readonly action: 'open' | 'update' | 'close' | 'reopen' | 'merge' | 'approved' | 'unapproved'
      /** The head before a push. */
      readonly oldHead?: string | undefined
    }
  | { readonly kind: 'pipeline'; readonly id: number; readonly status: CiStatus }
  | { readonly kind: 'build'; readonly id: number; readonly status: CiStatus }
  | { readonly kind: 'deployment'; readonly id: number; readonly status: DeploymentStatus }
  | { readonly kind: 'release'; readonly id: number; readonly tag: string; readonly action: 'create' | 'update' }
  | {
      readonly kind: 'member'
      readonly userId: number
      readonly level: number
      readonly expiresAt: string | null
      readonly action: 'add' | 'update' | 'remove'
    }

/** Something that webhooks are told of. */
export interface Occurrence {
  readonly trigger: Trigger
  /** Which project or group it happened in. */
  readonly place: { readonly kind: 'project' | 'group'; readonly id: number }
  readonly happening: Happening
  /** Who did it, where that is a user. */
  readonly userId: number | undefined
  readonly at: Instant
  /** The event that says so. */
  readonly cause: EventId
  readonly position: Position
}

/** What of an event makes an occurrence. */
export type Told = Pick<Occurrence, 'trigger' | 'place' | 'happening'> & {
  /** Where the event says it better than its circumstances. */
  readonly userId?: number | null | undefined
}

/** Reads what an event tells webhooks; undefined for what they are not told. */
export type ReadOccurrence = (forge: Forge, event: StoredEvent) => Occurrence | undefined

const isBelow = (forge: Forge, groupId: number | null, above: number): boolean => {
  for (let id = groupId; id !== null; id = forge.read.groups.byId(id)?.parentId ?? null) if (id === above) return true
  return false
}

/** Pushes may be wanted of some branches only. */
const fits = (forge: Forge, hook: WebhookRow, happening: Happening): boolean => {
  const branch = happening.kind === 'push' ? branchOf(happening.update.ref) : undefined
  return branch === undefined || wantsBranch(forge, hook, branch)
}

/** Whether a webhook is told of an occurrence: it asked for such, and it happened in its place. */
export const concerns = (forge: Forge, hook: WebhookRow, { trigger, place, happening }: Occurrence): boolean => {
  if (!hook.triggers.includes(trigger) || !fits(forge, hook, happening)) return false
  const { kind, id } = hook.owner
  if (kind === 'instance') return true
  if (kind === 'project') return place.kind === 'project' && place.id === id
  if (forge.instance.tier === 'free') return false
  const groupId = place.kind === 'group' ? place.id : (forge.read.projects.byId(place.id)?.groupId ?? null)
  return isBelow(forge, groupId, id)
}
