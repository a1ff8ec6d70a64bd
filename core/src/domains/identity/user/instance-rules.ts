import type { Tier } from '../../../access/access-level.js'
import { DAY_SECONDS, type Day, dayOf, filled, type Instant, secondsAfter } from '../../../kernel/index.js'
import type { Patterns } from '../../../ports/index.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'
import { fitsAny } from '../../instance/settings/rules/hosts.js'

/** Whether a user is an auditor: the role exists on paid tiers only (docs/reference/behaviour/identity.md#auditors). */
export const isAuditor = ({ auditor }: { readonly auditor: boolean }, tier: Tier): boolean => auditor && tier !== 'free'

/** Whether users may sign in to the pages with a password. */
export const passwordSignsIn = (settings: Settings): boolean => settings.password_authentication_enabled_for_web

/** Whether passwords are accepted for Git over HTTP and for the password grant. */
export const passwordOpensGit = (settings: Settings): boolean => settings.password_authentication_enabled_for_git

/** Whether sign-up is open; without password sign-in it is not. */
export const mayRegister = (settings: Settings): boolean => settings.signup_enabled && passwordSignsIn(settings)

/** The state of a user who has just registered. */
export const stateAfterSignUp = (settings: Settings): 'active' | 'blocked_pending_approval' =>
  settings.require_admin_approval_after_user_signup ? 'blocked_pending_approval' : 'active'

/** The error of an email address at sign-up; undefined where its domain is permitted. */
export const emailDomainRefusal = (email: string, settings: Settings): string | undefined => {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (settings.domain_denylist_enabled && fitsAny(domain, settings.domain_denylist))
    return 'is not from an allowed domain.'
  const allowed = settings.domain_allowlist
  if (allowed === null || allowed.length === 0 || fitsAny(domain, allowed)) return undefined
  return `domain is not authorized for sign-up`
}

/** Whether a new account is external by default. */
export const startsExternal = (email: string, settings: Settings, patterns: Patterns): boolean => {
  if (!settings.user_default_external) return false
  const pattern = settings.user_default_internal_regex
  return pattern === null || pattern === '' || patterns.compile(pattern, { ignoreCase: true })?.test(email) !== true
}

const PASSWORD_RULES: ReadonlyArray<
  readonly [
    setting: `password_${'number' | 'symbol' | 'uppercase' | 'lowercase'}_required`,
    has: RegExp,
    sentence: string,
  ]
> = [
  ['password_number_required', /\p{N}/u, 'requires at least one number'],
  ['password_symbol_required', /[^\p{L}\p{N}\s]/u, 'requires at least one symbol character'],
  ['password_uppercase_required', /\p{Lu}/u, 'requires at least one uppercase letter'],
  ['password_lowercase_required', /\p{Ll}/u, 'requires at least one lowercase letter'],
]

/** The requirements that a new password does not meet. */
export const passwordFindings = (password: string, settings: Settings): ReadonlyArray<string> =>
  PASSWORD_RULES.filter(([name, has]) => settings[name] && !has.test(password)).map(([, , sentence]) => sentence)

/** The idle lifetime of a browser session in seconds. */
export const sessionSeconds = (settings: Settings): number => settings.session_expire_delay * 60

/**
 * The grace period in hours before a user must have a second factor, by the instance or by a group of theirs, whichever is shorter; undefined
 * where none is required.
 */
export const secondFactorGrace = (settings: Settings, ofGroups: number | undefined): number | undefined => {
  const ofInstance = settings.require_two_factor_authentication ? settings.two_factor_grace_period : undefined
  if (ofInstance === undefined || ofGroups === undefined) return ofInstance ?? ofGroups
  return Math.min(ofInstance, ofGroups)
}

/** Whether a user has to set up a second factor before using the pages: now, once the grace period has passed. */
export const secondFactorDemand = (
  user: { readonly twoFactorEnabled: boolean; readonly askedHoursAgo: number },
  grace: number | undefined,
): 'none' | 'may wait' | 'now' => {
  if (grace === undefined || user.twoFactorEnabled) return 'none'
  return user.askedHoursAgo < grace ? 'may wait' : 'now'
}

/** Whether users may register OAuth applications of their own. */
export const usersMayRegisterApplications = (settings: Settings): boolean => settings.user_oauth_applications

/** Where the browser is redirected after signing out; undefined: to the sign-in page. */
export const signOutRedirect = (settings: Settings): string | undefined => filled(settings.after_sign_out_path)

/** Where anonymous visitors of the front page are redirected; undefined: nowhere. */
export const homePage = (settings: Settings): string | undefined => filled(settings.home_page_url)

/** The terms that every user has to accept; undefined where none are enforced. */
export const termsInForce = (settings: Settings): string | undefined =>
  settings.enforce_terms ? filled(settings.terms) : undefined

/** The refusal for users who have not accepted the enforced terms. */
export const termsRefusal = (username: string, externalUrl: string): string =>
  `You (@${username}) must accept the Terms of Service in order to perform this action. To accept these terms, please access GitLab from a web browser at ${externalUrl}.`

/** Whether the activity of users is recorded. */
export const notesActivity = (settings: Settings): boolean => settings.deactivate_dormant_users

/**
 * Accounts last used on this day or before are deactivated; undefined where none are.
 *
 * Activity is recorded only while the setting is on: the period begins with the day on which it was switched on.
 */
export const lastDormantDay = (
  now: Instant,
  settings: Settings,
  changedAt: Readonly<Record<string, Instant>>,
): Day | undefined => {
  if (!settings.deactivate_dormant_users) return undefined
  const day = dayOf(secondsAfter(now, -settings.deactivate_dormant_users_period * DAY_SECONDS))
  const since = changedAt['deactivate_dormant_users']
  return since === undefined || dayOf(since) > day ? undefined : day
}

/** Whether profiles are hidden from anonymous callers, where public visibility is restricted. */
export const hidesProfiles = (settings: Settings): boolean =>
  settings.restricted_visibility_levels?.includes('public') ?? false

/** How many personal projects a new user may create. */
export const projectsLimit = (settings: Settings): number => settings.default_projects_limit
