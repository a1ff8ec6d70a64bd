import type { CiStatus } from '../../projects/repository/commit-pipelines-port.js'

export { CI_STATUSES, type CiStatus } from '../../projects/repository/commit-pipelines-port.js'

const ACTIVE: ReadonlyArray<CiStatus> = ['waiting_for_resource', 'preparing', 'pending', 'running']
const COMPLETE: ReadonlyArray<CiStatus> = ['success', 'failed', 'canceled', 'skipped']

/** Something is under way: an auto-merge may wait for it. */
export const isActive = (status: CiStatus): boolean => ACTIVE.includes(status)

export const isComplete = (status: CiStatus): boolean => COMPLETE.includes(status)

/** What the composite status looks at. */
export interface StatusPart {
  readonly status: CiStatus
  readonly allowFailure: boolean
}

type Part = CiStatus | 'warning' | 'ignored'

const partOf = ({ status, allowFailure }: StatusPart): Part => {
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

/** The status of a whole out of its parts; undefined for an empty whole. The first row that fits decides. */
export const compositeStatus = (parts: ReadonlyArray<StatusPart>): CiStatus | undefined => {
  if (parts.length === 0) return undefined
  const present = new Set(parts.map(partOf))
  for (const [allowed, status] of ONLY) if ([...present].every((part) => allowed.includes(part))) return status
  for (const [wanted, status] of CONTAINS) if (wanted.some((part) => present.has(part))) return status
  return 'failed'
}

/** Passed, though something that may fail did. */
export const hasWarnings = (parts: ReadonlyArray<StatusPart>): boolean =>
  parts.some((part) => partOf(part) === 'warning')

/** Why the forge itself fails jobs, as the API spells it. */
export const FAILURE = {
  /** Whoever the job acts for may not deploy to its environment. */
  barred: 'protected_environment_failure',
  /** Somebody rejected its deployment. */
  rejected: 'deployment_rejected',
  /** Its environment cannot be made: the name is none. */
  noEnvironment: 'environment_creation_failure',
  /** A newer deployment of its environment has begun. */
  outdated: 'forward_deployment_failure',
  /** A runner gave no reason. */
  script: 'script_failure',
} as const
