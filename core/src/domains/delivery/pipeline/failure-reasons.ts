/** The reasons for which the forge itself fails jobs, as the API spells them. */
export const FAILURE = {
  /** The user for whom the job runs may not deploy to its environment. */
  barred: 'protected_environment_failure',
  /** Its deployment was rejected. */
  rejected: 'deployment_rejected',
  /** The name of its environment is invalid. */
  noEnvironment: 'environment_creation_failure',
  /** A newer deployment to its environment has started. */
  outdated: 'forward_deployment_failure',
  /** A runner gave no reason. */
  script: 'script_failure',
} as const
