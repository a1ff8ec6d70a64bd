const families = [
  'authenticated_api',
  'authenticated_packages_api',
  'authenticated_web',
  'unauthenticated_api',
  'unauthenticated_packages_api',
  'unauthenticated_web',
]

const throttles = Object.fromEntries(
  families.flatMap((family) =>
    ['enabled', 'period_in_seconds', 'requests_per_period'].map((part) => [
      `throttle_${family}_${part}`,
      'every request, before anything else',
    ]),
  ),
)

/** Where Forgefold itself obeys a setting; every other one is stored and answered only. */
export const ENFORCED: Readonly<Record<string, string>> = {
  ...throttles,
  rate_limiting_response_text: 'the answer to a throttled request',
  unique_ips_limit_enabled: 'every API request of a known user',
  unique_ips_limit_per_user: 'every API request of a known user',
  unique_ips_limit_time_window: 'every API request of a known user',
  maintenance_mode: 'every request that writes, and every push',
  issues_create_limit: 'new issues',
  pipeline_limit_per_project_user_sha: 'pipelines that a user asks for',
  search_rate_limit: 'lists of merge requests with `search`',
  search_rate_limit_unauthenticated: 'lists of merge requests with `search`',
  enabled_git_access_protocol: 'Git over HTTP',
  receive_max_input_size: 'pushes',
  password_authentication_enabled_for_git: 'Git over HTTP, and the password grant',
  git_rate_limit_users_allowlist: 'names have to be those of users',
  time_tracking_limit_to_hours: 'times of merge requests told in words',
  diff_max_files: 'diffs of merge requests',
  diff_max_lines: 'diffs of merge requests',
  diff_max_patch_bytes: 'diffs of merge requests',
  default_group_visibility: 'new groups',
  default_project_visibility: 'new projects',
  restricted_visibility_levels: 'making and changing groups and projects',
  default_branch_name: 'new repositories',
  default_ci_config_path: 'new projects',
  send_user_confirmation_email: 'new users',
  default_projects_limit: 'new users',
  default_project_creation: 'new groups',
  default_branch_protection: 'new groups',
  password_authentication_enabled_for_web: 'the sign-in page',
  session_expire_delay: 'new browser sessions',
  npm_package_requests_forwarding: 'the refusal of a missing npm package, which is not looked for elsewhere',
  personal_access_token_prefix: 'new personal access tokens',
  max_personal_access_token_lifetime: 'new personal access tokens; older ones end with the day',
  password_number_required: 'new passwords',
  password_symbol_required: 'new passwords',
  password_uppercase_required: 'new passwords',
  password_lowercase_required: 'new passwords',
  user_default_external: 'new users',
  user_default_internal_regex: 'new users',
}
