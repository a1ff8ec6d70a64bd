import { BEFORE_FIRST_RELEASE } from '../release.js'
import { items } from '../release-item.js'
import { introduced, oldName } from './setting-item.js'
import { settingRuleItems } from './setting-rules.js'
import { throttleSettingItems } from './throttle-settings.js'

/** Settings that are added, deprecated or removed (docs/reference/behaviour/instance.md#old-names-of-settings). */
export const settingItems = items({
  'settings.user_email_lookup_limit': {
    kind: 'setting',
    area: 'Settings',
    name: 'user_email_lookup_limit',
    deprecated: '14.9',
    until: '15.0',
    replacedBy: 'search_rate_limit',
    served: true,
    before: 'another name of search_rate_limit',
    after: 'unknown: ignored on write, absent from the answer',
  },
  'settings.search_rate_limit': introduced('search_rate_limit', '14.9', 'searches of a user in a minute'),
  'settings.search_rate_limit_unauthenticated': introduced(
    'search_rate_limit_unauthenticated',
    '14.9',
    'searches of an address in a minute',
  ),
  'settings.allow_local_requests_from_hooks_and_services': oldName(
    'allow_local_requests_from_hooks_and_services',
    'allow_local_requests_from_web_hooks_and_services',
  ),
  'settings.admin_notification_email': oldName('admin_notification_email', 'abuse_notification_email'),
  'settings.asset_proxy_whitelist': oldName('asset_proxy_whitelist', 'asset_proxy_allowlist'),
  'settings.performance_bar_enabled': oldName('performance_bar_enabled', 'performance_bar_allowed_group_path'),
  'settings.performance_bar_allowed_group_id': oldName(
    'performance_bar_allowed_group_id (as a parameter)',
    'performance_bar_allowed_group_path',
  ),
  'settings.signin_enabled': oldName('signin_enabled', 'password_authentication_enabled_for_web'),
  ...throttleSettingItems,
  'settings.hashed_storage_enabled': {
    kind: 'setting',
    area: 'Settings',
    name: 'hashed_storage_enabled',
    deprecated: '13.0',
    served: true,
    before: 'a value sent is dropped, the answer is always true',
    after: 'absent',
  },
  'settings.housekeeping_bitmaps_enabled': {
    kind: 'setting',
    area: 'Settings',
    name: 'housekeeping_bitmaps_enabled',
    deprecated: BEFORE_FIRST_RELEASE,
    served: true,
    before: 'a value sent is dropped, the answer is always true',
    after: 'absent',
  },
  'settings.repository_storages': {
    kind: 'setting',
    area: 'Settings',
    name: 'repository_storages',
    deprecated: '13.1',
    replacedBy: 'repository_storages_weighted',
    served: true,
    before: 'a list of names, taken but not answered',
    after: 'repository_storages_weighted alone',
  },
  'settings.repository_storages_weighted': introduced(
    'repository_storages_weighted',
    '13.1',
    'names with their weights',
  ),
  'settings.default_branch_name': introduced('default_branch_name', '13.2', 'a name, or null'),
  'settings.max_ssh_key_lifetime': introduced('max_ssh_key_lifetime', '14.6', 'days, or null'),
  'settings.ecdsa_sk_key_restriction': introduced('ecdsa_sk_key_restriction', '14.8', 'the least size of such keys'),
  'settings.ed25519_sk_key_restriction': introduced(
    'ed25519_sk_key_restriction',
    '14.8',
    'the least size of such keys',
  ),
  'settings.delete_inactive_projects': introduced('delete_inactive_projects', '14.10', 'a flag, default false'),
  'settings.inactive_projects_delete_after_months': introduced(
    'inactive_projects_delete_after_months',
    '14.10',
    'months, default 2',
  ),
  'settings.inactive_projects_min_size_mb': introduced('inactive_projects_min_size_mb', '14.10', 'MB, default 0'),
  'settings.inactive_projects_send_warning_email_after_months': introduced(
    'inactive_projects_send_warning_email_after_months',
    '14.10',
    'months, default 1',
  ),
  'settings.delayed_group_deletion': {
    ...introduced(
      'delayed_group_deletion',
      '15.0',
      'a flag, default true; in releases without it every deletion of a group is put off',
    ),
    until: '16.0',
  },
  'settings.delayed_project_deletion': {
    kind: 'setting',
    area: 'Settings',
    name: 'delayed_project_deletion',
    until: '16.0',
    served: true,
    before: 'a flag, default false',
    after: 'absent; the deletion of every project in a group is put off for deletion_adjourned_period days',
  },
  ...settingRuleItems,
  'settings.password_number_required': introduced('password_number_required', '15.1', 'a flag, default false'),
  'settings.password_symbol_required': introduced('password_symbol_required', '15.1', 'a flag, default false'),
  'settings.password_uppercase_required': introduced('password_uppercase_required', '15.1', 'a flag, default false'),
  'settings.password_lowercase_required': introduced('password_lowercase_required', '15.1', 'a flag, default false'),
  'settings.max_number_of_repository_downloads': introduced(
    'max_number_of_repository_downloads',
    '15.1',
    'a number, default 0',
  ),
  'settings.max_number_of_repository_downloads_within_time_period': introduced(
    'max_number_of_repository_downloads_within_time_period',
    '15.1',
    'seconds, default 0',
  ),
  'settings.git_rate_limit_users_allowlist': introduced(
    'git_rate_limit_users_allowlist',
    '15.2',
    'at most 100 user names',
  ),
  'settings.package_registry_cleanup_policies_worker_capacity': introduced(
    'package_registry_cleanup_policies_worker_capacity',
    '15.2',
    'workers',
  ),
  'settings.deactivate_dormant_users_period': introduced('deactivate_dormant_users_period', '15.3', 'days'),
})
