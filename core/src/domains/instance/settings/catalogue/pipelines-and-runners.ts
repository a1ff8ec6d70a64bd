import {
  anyText,
  coerced,
  count,
  flag,
  fullText,
  optionalCount,
  premium,
  secret,
  text,
  texts,
  word,
} from './builders.js'

/** Pipelines, jobs and runners. */
export const ci = {
  auto_devops_enabled: flag('Projects without a CI file get a ready-made pipeline.', coerced),
  auto_devops_domain: text('The domain for that pipeline.', coerced, { check: 'host name' }),
  archive_builds_in_human_readable: text('Jobs older than this cannot be run again; blank never.', coerced, {
    check: 'duration of a day or more',
  }),
  default_artifacts_expire_in: fullText('How long artifacts are kept; 0 for ever.', { check: 'duration' }),
  keep_latest_artifact: flag('The newest artifacts of each branch are kept.', coerced),
  max_artifacts_size: count('The largest artifact.', { above: 0, unit: 'MB' }),
  protected_ci_variables: flag('New CI variables are protected.', coerced),
  shared_runners_enabled: flag('New projects may use shared runners.'),
  shared_runners_text: text('Markdown about the shared runners.', anyText),
  shared_runners_minutes: count('Minutes of shared runners; 0 has no limit.', premium, coerced, {
    min: 0,
    unit: 'minutes per group and month',
  }),
  suggest_pipeline_enabled: flag('Projects without a pipeline are shown how to make one.', coerced),
  valid_runner_registrars: texts('Where runners may be registered.', coerced, {
    words: ['project', 'group'],
  }),
  external_pipeline_validation_service_url: text('A service that is asked before a pipeline starts.', coerced, {
    check: 'URL',
  }),
  external_pipeline_validation_service_token: text('Sent to that service in X-Service-Token.', coerced, secret, {
    check: 'header value',
  }),
  external_pipeline_validation_service_timeout: optionalCount(
    'How long that service may take; then the pipeline starts.',
    coerced,
    {
      above: 0,
      unit: 'seconds',
    },
  ),
  sidekiq_job_limiter_mode: word(['track', 'compress'] as const, 'What happens to large background jobs.', coerced),
  sidekiq_job_limiter_compression_threshold_bytes: count('Background jobs above this are compressed.', coerced, {
    min: 0,
    unit: 'bytes',
  }),
  sidekiq_job_limiter_limit_bytes: count('Background jobs above this are refused; 0 refuses none.', coerced, {
    min: 0,
    unit: 'bytes',
  }),
}
