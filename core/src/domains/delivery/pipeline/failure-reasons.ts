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
