import type { Settings } from '../../instance/settings/catalogue/index.js'

/** What a new personal access token begins with. */
export const tokenPrefix = (settings: Settings): string => settings.personal_access_token_prefix ?? ''
