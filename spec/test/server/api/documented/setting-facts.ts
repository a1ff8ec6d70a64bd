/** Documented first values. */
export const FIRST_VALUES: Readonly<Record<string, unknown>> = {
  codenav_enabled: false,
  codenav_public_only: true,
  default_branch_protection: 2,
  default_group_visibility: 'private',
  default_project_visibility: 'private',
  default_projects_limit: 100000,
  default_snippet_visibility: 'private',
  delayed_group_deletion: true,
  delayed_project_deletion: false,
  delete_inactive_projects: false,
  deletion_adjourned_period: 7,
  diagrams_enabled: false,
  domain_allowlist: null,
  dsa_key_restriction: 0,
  ecdsa_key_restriction: 0,
  ecdsa_sk_key_restriction: 0,
  ed25519_key_restriction: 0,
  ed25519_sk_key_restriction: 0,
  first_day_of_week: 0,
  hashed_storage_enabled: true,
  housekeeping_bitmaps_enabled: true,
  in_product_marketing_emails_enabled: true,
  inactive_projects_delete_after_months: 2,
  inactive_projects_min_size_mb: 0,
  inactive_projects_send_warning_email_after_months: 1,
  invisible_captcha_enabled: false,
  issues_create_limit: 0,
  keep_latest_artifact: true,
  max_export_size: 0,
  max_import_size: 0,
  max_number_of_repository_downloads: 0,
  max_number_of_repository_downloads_within_time_period: 0,
  password_authentication_enabled_for_git: true,
  password_authentication_enabled_for_web: true,
  pipeline_limit_per_project_user_sha: 0,
  raw_blob_request_limit: 300,
  restricted_visibility_levels: null,
  rsa_key_restriction: 0,
  search_rate_limit: 30,
  search_rate_limit_unauthenticated: 10,
  sidekiq_job_limiter_compression_threshold_bytes: 100000,
  sidekiq_job_limiter_limit_bytes: 0,
  sidekiq_job_limiter_mode: 'compress',
  signup_enabled: true,
  snippet_size_limit: 52428800,
  spam_check_endpoint_enabled: false,
  time_tracking_limit_to_hours: false,
  wiki_page_max_content_bytes: 52428800,
}

/** From which release on a setting is documented, and up to which. */
export const SINCE: Readonly<Record<string, string>> = {
  deactivate_dormant_users_period: '15.3',
  delayed_group_deletion: '15.0',
  git_rate_limit_users_allowlist: '15.2',
  max_number_of_repository_downloads: '15.1',
  max_number_of_repository_downloads_within_time_period: '15.1',
  max_ssh_key_lifetime: '14.6',
  password_lowercase_required: '15.1',
  password_number_required: '15.1',
  password_symbol_required: '15.1',
  password_uppercase_required: '15.1',
  throttle_unauthenticated_api_enabled: '14.3',
  throttle_unauthenticated_web_enabled: '14.3',
}

export const GONE_AT: Readonly<Record<string, string>> = {
  user_email_lookup_limit: '15.0',
  delayed_group_deletion: '16.0',
  delayed_project_deletion: '16.0',
}

/** Values at the documented edges, and beyond them. */
export const EDGES: ReadonlyArray<readonly [string, ReadonlyArray<unknown>, ReadonlyArray<unknown>]> = [
  ['default_branch_protection', [0, 1, 2], [-1, 4]],
  ['default_project_creation', [0, 1, 2], [-1, 3]],
  ['default_group_visibility', ['private', 'internal', 'public'], ['secret']],
  ['default_project_visibility', ['private', 'internal', 'public'], ['secret']],
  ['default_snippet_visibility', ['private', 'internal', 'public'], ['secret']],
  ['deletion_adjourned_period', [1, 90], [91, -1]],
  ['external_authorization_service_timeout', [0.001, 10], [0, 10.001, 0.0001]],
  ['first_day_of_week', [0, 1, 6], [2, 7]],
  ['git_rate_limit_users_allowlist', [['root'], []], [Array.from({ length: 101 }, () => 'root')]],
  ['max_number_of_repository_downloads', [0, 10_000], [10_001]],
  ['max_number_of_repository_downloads_within_time_period', [0, 864_000], [864_001]],
  ['enabled_git_access_protocol', ['ssh', 'http', 'nil'], ['ftp']],
  ['import_sources', [['git', 'manifest']], [['nowhere']]],
  ['restricted_visibility_levels', [['public'], []], [['secret']]],
  ['sidekiq_job_limiter_mode', ['track', 'compress'], ['neither']],
  ['spam_check_endpoint_url', ['grpc://check.example', 'tls://check.example'], ['http://check.example']],
  ['archive_builds_in_human_readable', ['1 day', '2 months', '3 years', ''], ['23 hours']],
  ['polling_interval_multiplier', [0, 1.5, '2'], ['much']],
  ['rsa_key_restriction', [0, -1, 2048], [-2]],
  ['dsa_key_restriction', [0, -1], [-2]],
  ['ecdsa_key_restriction', [0, -1, 384], [-2]],
  ['ecdsa_sk_key_restriction', [0, -1], [-2]],
  ['ed25519_key_restriction', [0, -1], [-2]],
  ['ed25519_sk_key_restriction', [0, -1], [-2]],
  ['geo_node_allowed_ips', ['10.0.0.0/8, ::1'], ['']],
]

/** What a flag needs to be on, with a value of each. */
export const COMPANIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  asset_proxy_enabled: { asset_proxy_url: 'https://proxy.example' },
  captcha_enabled: { captcha_private_key: 'private', captcha_site_key: 'site' },
  chat_app_enabled: { chat_app_id: 'id', chat_app_secret: 'secret', chat_app_verification_token: 'token' },
  codenav_enabled: { codenav_url: 'https://nav.example' },
  diagrams_enabled: { diagrams_url: 'https://diagrams.example' },
  domain_denylist_enabled: { domain_denylist: ['*.example'] },
  external_authorization_service_enabled: {
    external_authorization_service_default_label: 'label',
    external_authorization_service_timeout: 1,
    external_authorization_service_url: 'https://authorize.example',
  },
  housekeeping_enabled: {
    housekeeping_full_repack_period: 50,
    housekeeping_gc_period: 200,
    housekeeping_incremental_repack_period: 10,
  },
  require_two_factor_authentication: { two_factor_grace_period: 24 },
  shared_runners_enabled: { shared_runners_text: 'runners', shared_runners_minutes: 10 },
  spamfilter_enabled: { spamfilter_api_key: 'key' },
  tracker_enabled: { tracker_collector_hostname: 'tracker.example' },
  unique_ips_limit_enabled: { unique_ips_limit_per_user: 10, unique_ips_limit_time_window: 60 },
}

/** Companions that have a first value: the flag may go on by itself. */
export const HAS_FIRST_VALUES = new Set(['unique_ips_limit_enabled'])

/** Answered as true, whatever is sent. */
export const ALWAYS_ON = new Set(['hashed_storage_enabled', 'housekeeping_bitmaps_enabled'])
