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
  /** The pipeline that a bridge started has failed. */
  downstream: 'unknown_failure',
  /** There is no such downstream project, or the user of the bridge may not see it. */
  noProject: 'downstream_bridge_project_not_found',
  /** The user of the bridge may not run the downstream pipeline. */
  mayNotTrigger: 'insufficient_bridge_permissions',
  /** The downstream pipeline is refused, or its CI file is invalid. */
  noDownstream: 'downstream_pipeline_creation_failed',
  /** A bridge starts a pipeline of its own project without a file. */
  invalidTrigger: 'invalid_bridge_trigger',
  tooDeep: 'reached_max_descendant_pipelines_depth',
  tooMany: 'reached_max_pipeline_hierarchy_size',
  loop: 'pipeline_loop_detected',
} as const
