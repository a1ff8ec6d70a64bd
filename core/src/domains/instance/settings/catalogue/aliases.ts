import type { Alias } from './attribute.js'

const throttle = (part: string): Alias => ({
  of: `throttle_unauthenticated_web_${part}`,
  answered: true,
  wins: 'new',
  summary: `Old name of throttle_unauthenticated_web_${part}.`,
})

/** Old names of settings, still accepted as parameters. */
export const ALIASES: Readonly<Record<string, Alias>> = {
  allow_local_requests_from_hooks_and_services: {
    of: 'allow_local_requests_from_web_hooks_and_services',
    answered: true,
    wins: 'old',
    summary: 'Old name of allow_local_requests_from_web_hooks_and_services.',
  },
  asset_proxy_whitelist: {
    of: 'asset_proxy_allowlist',
    answered: true,
    wins: 'old',
    summary: 'Old name of asset_proxy_allowlist.',
  },
  signin_enabled: {
    of: 'password_authentication_enabled_for_web',
    answered: true,
    wins: 'neither',
    summary: 'Old name of password_authentication_enabled_for_web.',
  },
  throttle_unauthenticated_enabled: throttle('enabled'),
  throttle_unauthenticated_period_in_seconds: throttle('period_in_seconds'),
  throttle_unauthenticated_requests_per_period: throttle('requests_per_period'),
  admin_notification_email: {
    of: 'abuse_notification_email',
    answered: false,
    wins: 'old',
    summary: 'Old name of abuse_notification_email.',
  },
  user_email_lookup_limit: {
    of: 'search_rate_limit',
    answered: true,
    wins: 'new',
    summary: 'Old name of search_rate_limit.',
  },
}

/** Parameters that are not settings themselves but change one. */
export const INSTRUCTIONS = {
  performance_bar_allowed_group_path: {
    shape: 'text',
    summary: 'The path of the group whose members may see the performance bar; blank for none.',
  },
  performance_bar_allowed_group_id: {
    shape: 'text',
    summary: 'Old name of performance_bar_allowed_group_path: a path, in spite of its name.',
  },
  performance_bar_enabled: {
    shape: 'boolean',
    summary: 'False takes the performance bar away from its group; true changes nothing.',
  },
  repository_storages: {
    shape: 'texts',
    summary: 'Names of storages; each gets the weight 100 in repository_storages_weighted.',
  },
} as const

export type InstructionName = keyof typeof INSTRUCTIONS
