import type { Settings } from '../../instance/settings/catalogue/index.js'

/** The prefix of new personal access tokens. */
export const tokenPrefix = (settings: Settings): string => settings.personal_access_token_prefix ?? ''
