import {
  type DeploymentEvent,
  type DeploymentStatus,
  deployment,
  isFinished,
} from '@forgefold/core/domains/delivery/deployment'
import type { Instant, StoredEvent } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'

/** The status to which an event moves a deployment. */
const STATUS_AFTER = {
  DeploymentStarted: 'running',
  DeploymentSucceeded: 'success',
  DeploymentFailed: 'failed',
  DeploymentCanceled: 'canceled',
  DeploymentSkipped: 'skipped',
  DeploymentBlocked: 'blocked',
  DeploymentUnblocked: 'created',
} as const satisfies Partial<Record<DeploymentEvent['type'], DeploymentStatus>>

export type MoveType = keyof typeof STATUS_AFTER

/** The status of a deployment, since when, and when it ended. */
export interface Move {
  readonly status: DeploymentStatus
  readonly at: Instant
  readonly finishedAt: Instant | null
}

const isMove = <Event extends { readonly type: string }>(event: Event): event is Event & { readonly type: MoveType } =>
  Object.hasOwn(STATUS_AFTER, event.type)

/** The move that an event of this type is. */
export const moveAt = (type: MoveType, at: Instant): Move => {
  const status = STATUS_AFTER[type]
  return { status, at, finishedAt: isFinished(status) ? at : null }
}

/** The move that a stored event is; undefined where it is none, or its codec refuses it. */
export const moveOf = (event: StoredEvent | undefined): Move | undefined => {
  if (event === undefined || !isMove(event)) return undefined
  const decoded = deployment.events.decode(event)
  return E.isRight(decoded) && isMove(decoded.right) ? moveAt(decoded.right.type, decoded.right.data.at) : undefined
}
