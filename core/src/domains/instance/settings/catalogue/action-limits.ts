import { coerced, count, oneLine, texts, ultimate } from './builders.js'

/** Rate limits of single actions. */
export const actionLimits = {
  issues_create_limit: count('Issues a user may open in a minute; 0 has no limit.', {
    min: 0,
    unit: 'requests per minute and user',
  }),
  pipeline_limit_per_project_user_sha: count(
    'Pipelines a user may start for one commit in a minute; 0 has no limit.',
    coerced,
    {
      min: 0,
      unit: 'requests per minute, project, user and commit',
    },
  ),
  raw_blob_request_limit: count('Requests for one raw file in a minute; 0 has no limit.', {
    min: 0,
    unit: 'requests per minute and raw path',
  }),
  search_rate_limit: count('Searches of a user in a minute; 0 has no limit.', coerced, {
    min: 0,
    unit: 'requests per minute and user',
  }),
  search_rate_limit_unauthenticated: count('Searches of an anonymous address in a minute; 0 has no limit.', coerced, {
    min: 0,
    unit: 'requests per minute and address',
  }),
  max_number_of_repository_downloads: count(
    'Repositories a user may fetch before being banned; 0 has no limit.',
    ultimate,
    coerced,
    {
      min: 0,
      max: 10000,
      unit: 'repositories',
    },
  ),
  max_number_of_repository_downloads_within_time_period: count(
    'The period in which those fetches are counted.',
    ultimate,
    coerced,
    {
      min: 0,
      max: 864000,
      unit: 'seconds',
    },
  ),
  git_rate_limit_users_allowlist: texts('User names that those fetch limits leave alone.', ultimate, oneLine, {
    maxItems: 100,
  }),
}
