import type { CiStatus } from '../../projects/repository/commit-pipelines-port.js'

export { CI_STATUSES, type CiStatus } from '../../projects/repository/commit-pipelines-port.js'

const ACTIVE: ReadonlyArray<CiStatus> = ['waiting_for_resource', 'preparing', 'pending', 'running']
const COMPLETE: ReadonlyArray<CiStatus> = ['success', 'failed', 'canceled', 'skipped']

/** Whether a job is still to finish, so that auto-merge waits for it. */
export const isActive = (status: CiStatus): boolean => ACTIVE.includes(status)

export const isComplete = (status: CiStatus): boolean => COMPLETE.includes(status)

/** What the composite status depends on. */
export interface StatusPart {
  readonly status: CiStatus
  readonly allowFailure: boolean
}

/** What a job means for the status of the whole. */
export type Part = CiStatus | 'warning' | 'ignored'

export const partOf = ({ status, allowFailure }: StatusPart): Part => {
  if (!allowFailure) return status
  if (status === 'failed' || status === 'canceled') return 'warning'
  return ['manual', 'created', 'scheduled', 'preparing', 'waiting_for_resource'].includes(status) ? 'ignored' : status
}

const ONLY: ReadonlyArray<readonly [ReadonlyArray<Part>, CiStatus]> = [
  [['skipped', 'ignored'], 'skipped'],
  [['success', 'skipped', 'warning', 'ignored'], 'success'],
  [['created', 'warning', 'ignored'], 'created'],
  [['preparing', 'warning', 'ignored'], 'preparing'],
  [['canceled', 'success', 'skipped', 'warning', 'ignored'], 'canceled'],
  [['pending', 'created', 'skipped', 'warning', 'ignored'], 'pending'],
]

const CONTAINS: ReadonlyArray<readonly [ReadonlyArray<Part>, CiStatus]> = [
  [['running', 'pending'], 'running'],
  [['waiting_for_resource'], 'waiting_for_resource'],
  [['manual'], 'manual'],
  [['scheduled'], 'scheduled'],
  [['preparing'], 'preparing'],
  [['created'], 'running'],
]

/** The status of a whole from its parts; undefined where there are none. The first matching row decides. */
export const statusOfParts = (parts: ReadonlyArray<Part>): CiStatus | undefined => {
  if (parts.length === 0) return undefined
  const present = new Set(parts)
  for (const [allowed, status] of ONLY) if ([...present].every((part) => allowed.includes(part))) return status
  for (const [wanted, status] of CONTAINS) if (wanted.some((part) => present.has(part))) return status
  return 'failed'
}

export const compositeStatus = (parts: ReadonlyArray<StatusPart>): CiStatus | undefined =>
  statusOfParts(parts.map(partOf))

/** Passed, although a part that is allowed to fail has failed. */
export const hasWarnings = (parts: ReadonlyArray<StatusPart>): boolean =>
  parts.some((part) => partOf(part) === 'warning')
