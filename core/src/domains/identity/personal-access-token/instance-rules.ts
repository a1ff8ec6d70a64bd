import { filled } from '../../../kernel/text.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'

/** The prefix of new personal access tokens: none where it is blank, because blanks at its beginning would make a token that no header carries. */
export const tokenPrefix = (settings: Settings): string => filled(settings.personal_access_token_prefix) ?? ''
