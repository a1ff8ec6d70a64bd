import {
  anyText,
  count,
  flag,
  flagOn,
  fullText,
  inRequest,
  loose,
  oneLine,
  optionalCount,
  premium,
  secret,
  text,
  texts,
  word,
} from './builders.js'

/** Pipelines, jobs and runners. */
export const ci = {
  auto_devops_enabled: flagOn('Projects without a CI file get a ready-made pipeline.', loose),
  auto_devops_domain: text('The domain for that pipeline.', loose, { check: 'host name' }),
  archive_builds_in_human_readable: text('Jobs older than this cannot be run again; blank never.', loose, {
    check: 'duration of a day or more',
  }),
  default_artifacts_expire_in: fullText('30 days', 'How long artifacts are kept; 0 for ever.', { check: 'duration' }),
  keep_latest_artifact: flagOn('The newest artifacts of each branch are kept.', loose),
  max_artifacts_size: count(100, 'The largest artifact.', { above: 0, unit: 'MB' }),
  protected_ci_variables: flagOn('New CI variables are protected.', loose),
  shared_runners_enabled: flagOn(
    'New projects may use shared runners.',
    inRequest('shared_runners_text', 'shared_runners_minutes'),
  ),
  shared_runners_text: text('Markdown about the shared runners.', anyText),
  shared_runners_minutes: count(0, 'Minutes of shared runners; 0 has no limit.', premium, loose, {
    min: 0,
    unit: 'minutes per group and month',
  }),
  suggest_pipeline_enabled: flagOn('Projects without a pipeline are shown how to make one.', loose),
  valid_runner_registrars: texts(['project', 'group'], 'Where runners may be registered.', loose, {
    words: ['project', 'group'],
  }),
  external_pipeline_validation_service_url: text('A service that is asked before a pipeline starts.', loose, {
    check: 'URL',
  }),
  external_pipeline_validation_service_token: text('Sent to that service in X-Service-Token.', loose, secret, {
    check: 'header value',
  }),
  external_pipeline_validation_service_timeout: optionalCount(
    null,
    'How long that service may take; then the pipeline starts.',
    loose,
    {
      above: 0,
      unit: 'seconds',
    },
  ),
  sidekiq_job_limiter_mode: word(
    'compress',
    ['track', 'compress'] as const,
    'What happens to large background jobs.',
    loose,
  ),
  sidekiq_job_limiter_compression_threshold_bytes: count(100000, 'Background jobs above this are compressed.', loose, {
    min: 0,
    unit: 'bytes',
  }),
  sidekiq_job_limiter_limit_bytes: count(0, 'Background jobs above this are refused; 0 refuses none.', loose, {
    min: 0,
    unit: 'bytes',
  }),
}

/** Packages and container images. */
export const registries = {
  npm_package_requests_forwarding: flagOn('A missing npm package is looked for in the public registry.', premium),
  pypi_package_requests_forwarding: flagOn('A missing PyPI package is looked for in the public registry.', premium),
  package_registry_cleanup_policies_worker_capacity: count(2, 'Workers that clean up packages.', loose, {
    min: 0,
    unit: 'workers',
  }),
  container_registry_token_expire_delay: count(5, 'How long a token for the container registry lasts.', {
    above: 0,
    unit: 'minutes',
  }),
  container_registry_cleanup_tags_service_max_list_size: count(200, 'Tags deleted in one clean-up at most.', loose, {
    min: 0,
    unit: 'tags',
  }),
  container_registry_delete_tags_service_timeout: count(250, 'How long one clean-up may take.', loose, {
    min: 0,
    unit: 'seconds',
  }),
  container_registry_expiration_policies_worker_capacity: count(4, 'Workers that clean up images.', loose, {
    min: 0,
    unit: 'workers',
  }),
  container_registry_expiration_policies_caching: flagOn('Clean-ups remember what they saw.', loose),
  container_expiration_policies_enable_historic_entries: flag('Old projects may have clean-up policies too.'),
}

/** The clusters and replicas around the instance. */
export const clusters = {
  cluster_integration_enabled: flag('Clusters may be made in the cloud account below.'),
  cluster_account_id: text('The number of the cloud account.', oneLine),
  cluster_access_key_id: text('The access key of the cloud account.', oneLine),
  cluster_secret_access_key: text('The secret of that access key.', { sealed: true, hidden: true }, oneLine),
  geo_node_allowed_ips: fullText('0.0.0.0/0, ::/0', 'Addresses and ranges from which replicas may come.', premium, {
    maxLength: 255,
    check: 'addresses and networks',
  }),
  geo_status_timeout: count(10, 'How long a replica may take to answer.', premium, loose, {
    above: 0,
    unit: 'seconds',
  }),
}
