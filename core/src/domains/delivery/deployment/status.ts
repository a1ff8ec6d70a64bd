/** The statuses of a deployment. */
export const STATUSES = ['created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked'] as const
export type DeploymentStatus = (typeof STATUSES)[number]

/** The statuses that a client may request by POST and PUT (docs/reference/behaviour/delivery.md#deployment-statuses). */
export const REQUESTED = ['running', 'success', 'failed', 'canceled'] as const
export type RequestedStatus = (typeof REQUESTED)[number]

/** The name of the move to a status, as refusals spell it. */
export const TRANSITION_NAMES: Readonly<Record<RequestedStatus, string>> = {
  running: 'run',
  success: 'succeed',
  failed: 'drop',
  canceled: 'cancel',
}

/**
 * The permitted status changes (docs/reference/behaviour/delivery.md#deployment-statuses): only a created deployment can start running, and
 * every deployment can change to each final status. A blocked one waits for its approvals: it can fail or be cancelled, but can neither run
 * nor succeed.
 */
export const canTransition = (from: DeploymentStatus, to: RequestedStatus): boolean => {
  if (from === to) return false
  if (to === 'running') return from === 'created'
  return !(from === 'blocked' && to === 'success')
}

/** Whether a status is final. */
export const isFinished = (status: DeploymentStatus): boolean =>
  status === 'success' || status === 'failed' || status === 'canceled'
