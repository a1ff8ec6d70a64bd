import { PROJECT_CREATION_LEVELS, SUBGROUP_CREATION_LEVELS, VISIBILITIES } from '@forgefold/core/access'
import {
  boolean,
  type Decoded,
  integer,
  nullable,
  oneOf,
  oneOfIntegers,
  optional,
  type ParamSpecs,
  string,
} from '../../../../http/index.js'
import { emptiedByNull } from '../../path-ids.js'
import { camelized, picked } from '../params.js'

/** The settings of a group, besides its name, path and description. */
export const groupSettingParams = {
  visibility: optional(oneOf(VISIBILITIES), 'Who may see the group'),
  share_with_group_lock: optional(boolean(), 'Projects may not be shared with other groups'),
  membership_lock: optional(boolean(), 'Projects take no members of their own', { tier: 'premium' }),
  require_two_factor_authentication: optional(boolean(), 'Members need a second factor'),
  two_factor_grace_period: optional(integer(), 'Hours until the second factor is needed'),
  project_creation_level: optional(oneOf(PROJECT_CREATION_LEVELS), 'Who may make projects'),
  subgroup_creation_level: optional(oneOf(SUBGROUP_CREATION_LEVELS), 'Who may make subgroups'),
  auto_devops_enabled: optional(boolean(), 'Default of the projects'),
  emails_disabled: optional(boolean(), 'No e-mail notifications'),
  mentions_disabled: optional(boolean(), 'The group cannot be mentioned'),
  lfs_enabled: optional(boolean(), 'Large files'),
  default_branch_protection: optional(oneOfIntegers([0, 1, 2, 3]), 'How default branches begin'),
  request_access_enabled: optional(boolean(), 'People may ask for access'),
  prevent_forking_outside_group: optional(boolean(), 'No forks elsewhere', { tier: 'premium' }),
  prevent_sharing_groups_outside_hierarchy: optional(boolean(), 'No shares outside the hierarchy'),
  shared_runners_minutes_limit: optional(
    nullable(integer()),
    'Minutes of shared runners in a month, for administrators; kept and told, nothing is counted',
    { tier: 'premium' },
  ),
  extra_shared_runners_minutes_limit: optional(
    nullable(integer()),
    'Minutes of shared runners besides, for administrators; kept and told, nothing is counted',
    { tier: 'premium' },
  ),
} satisfies ParamSpecs

/** Only empty values are accepted: restrictions by address are not enforced, and would promise too much. */
export const addressLimit = optional(oneOf(['']), 'Where members have to be; only the empty text, for anywhere', {
  tier: 'premium',
})

/** The description of the group; null clears it. */
export const description = optional(nullable(string()), 'What the group is for')

/** The requested changes of the group. */
export const settingsOf = (
  params: Decoded<typeof groupSettingParams> & { readonly description: string | null | undefined },
) => ({
  ...camelized(picked(params, groupSettingParams)),
  description: emptiedByNull(params.description),
})

export const AREA = 'Groups'
