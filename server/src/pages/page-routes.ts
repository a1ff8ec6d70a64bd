import type { PlainRoute } from '../http/index.js'
import type { GuessLimiter } from '../limits/guess-limiter.js'
import { applicationPages } from './account/applications.js'
import { emailPages } from './account/emails.js'
import { keyPages } from './account/keys.js'
import { notificationPages } from './account/notifications.js'
import { passwordPages } from './account/password.js'
import { personalAccessTokenPages } from './account/personal-access-tokens.js'
import { preferencePages } from './account/preferences.js'
import { profilePages } from './account/profile.js'
import { sessionPages } from './account/sessions.js'
import { twoFactorPages } from './account/two-factor.js'
import { parkedEventPages } from './admin/parked-events.js'
import { settingsPages } from './admin/settings.js'
import { adminModePages } from './admin-mode.js'
import { auditPages } from './audit/index.js'
import type { Checkpoint } from './audit/search.js'
import { confirmationRoutes } from './confirmation.js'
import { frontRoute } from './front.js'
import { helpRoute } from './help.js'
import { identiconRoute } from './identicon.js'
import { signInRoutes } from './sign-in.js'
import { signOutRoute } from './sign-out.js'
import { signUpRoutes } from './sign-up.js'
import { styleRoute } from './style.js'
import { termsPages } from './terms.js'

/** Every page except those of the OAuth provider. */
export const pageRoutes = (guessLimiter: GuessLimiter, checkpoint: Checkpoint): ReadonlyArray<PlainRoute> => [
  styleRoute,
  identiconRoute,
  frontRoute,
  helpRoute,
  ...signInRoutes(guessLimiter),
  signOutRoute,
  ...confirmationRoutes(guessLimiter),
  ...signUpRoutes(guessLimiter),
  ...termsPages,
  ...profilePages,
  ...applicationPages,
  ...personalAccessTokenPages,
  ...keyPages,
  ...emailPages,
  ...notificationPages,
  ...preferencePages,
  ...sessionPages,
  ...passwordPages(guessLimiter),
  ...twoFactorPages(guessLimiter),
  ...adminModePages(guessLimiter),
  ...parkedEventPages,
  ...settingsPages,
  ...auditPages(checkpoint),
]
