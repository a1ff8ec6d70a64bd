import { type Instant, millisecondsOf } from '../../../kernel/index.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'

/** A form that is submitted in fewer seconds counts as a bot's. */
const MIN_SECONDS_TO_REGISTER = 4

/** Whether the registration form has a honeypot field. */
export const usesHoneypot = (settings: Settings): boolean => settings.invisible_captcha_enabled

/** A submitted registration form. */
export interface RegistrationForm {
  /** The honeypot field, which people do not see, is filled in. */
  readonly trapped: boolean
  /** When the form was shown; undefined where the form does not contain it. */
  readonly shownAt: Instant | undefined
}

/** Whether a person or a bot submitted the form. */
export const registrationSender = (
  { trapped, shownAt }: RegistrationForm,
  now: Instant,
  settings: Settings,
): 'a person' | 'a robot' | 'too quick' => {
  if (!usesHoneypot(settings)) return 'a person'
  if (trapped) return 'a robot'
  const took = shownAt === undefined ? 0 : millisecondsOf(now) - millisecondsOf(shownAt)
  return took < MIN_SECONDS_TO_REGISTER * 1000 ? 'too quick' : 'a person'
}
