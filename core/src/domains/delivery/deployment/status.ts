/** How far a deployment is. */
export const STATUSES = ['created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked'] as const
export type DeploymentStatus = (typeof STATUSES)[number]

/** What a client may ask for by POST and PUT (docs/reference/behaviour/delivery.md#deployment-statuses). */
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
 * Which moves there are (docs/reference/behaviour/delivery.md#deployment-statuses): only what was just created can run; anything else may end
 * in any other end. What is blocked waits for its approvals: it can be dropped or cancelled, but neither run nor succeed.
 */
export const canTransition = (from: DeploymentStatus, to: RequestedStatus): boolean => {
  if (from === to) return false
  if (to === 'running') return from === 'created'
  return !(from === 'blocked' && to === 'success')
}

/** Whether a deployment has come to its end. */
export const isFinished = (status: DeploymentStatus): boolean =>
  status === 'success' || status === 'failed' || status === 'canceled'
