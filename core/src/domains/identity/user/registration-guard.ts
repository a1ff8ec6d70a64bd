import { type Instant, millisecondsOf } from '../../../kernel/index.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'

/** Nobody fills in the registration form in fewer seconds. */
const LEAST_SECONDS_TO_REGISTER = 4

/** Whether the registration form sets a trap. */
export const usesHoneypot = (settings: Settings): boolean => settings.invisible_captcha_enabled

/** A registration form as it came back. */
export interface RegistrationForm {
  /** Something stands in the field that people do not see. */
  readonly trapped: boolean
  /** When the form was shown; undefined where it does not say so itself. */
  readonly shownAt: Instant | undefined
}

/** Who sent the form, as far as the trap tells. */
export const registrationSender = (
  { trapped, shownAt }: RegistrationForm,
  now: Instant,
  settings: Settings,
): 'a person' | 'a robot' | 'too quick' => {
  if (!usesHoneypot(settings)) return 'a person'
  if (trapped) return 'a robot'
  const took = shownAt === undefined ? 0 : millisecondsOf(now) - millisecondsOf(shownAt)
  return took < LEAST_SECONDS_TO_REGISTER * 1000 ? 'too quick' : 'a person'
}
