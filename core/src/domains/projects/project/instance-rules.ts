import { VISIBILITIES, type Visibility } from '../../../access/index.js'
import {
  DAY_SECONDS,
  type Day,
  dayOf,
  type FieldErrors,
  type Instant,
  instantOf,
  millisecondsOf,
  monthsLater,
  secondsAfter,
} from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'
import { type Edition, tierHas } from '../../instance/settings/edition.js'

/** The default visibility of new groups and projects. */
export const defaultVisibility = (what: 'group' | 'project' | 'snippet', settings: Settings): Visibility =>
  settings[`default_${what}_visibility`]

/** Whether only administrators may choose this visibility. */
const isRestricted = (level: Visibility, settings: Settings): boolean =>
  settings.restricted_visibility_levels?.includes(level) ?? false

/** The errors of a chosen visibility; undefined where it is permitted. Existing projects and groups keep theirs. */
export const visibilityFindings = (level: Visibility, admin: boolean, settings: Settings): FieldErrors | undefined =>
  !admin && isRestricted(level, settings)
    ? { visibility_level: [`${level} has been restricted by your GitLab administrator`] }
    : undefined

/** The widest visibility up to this one that nobody is refused; private where all are restricted. */
export const widestUnrestricted = (level: Visibility, settings: Settings): Visibility =>
  VISIBILITIES.slice(0, VISIBILITIES.indexOf(level) + 1).findLast((each) => !isRestricted(each, settings)) ?? 'private'

/** Whether a project keeps the latest artifacts of its jobs: where it wants to and the instance does. */
export const keepsLatestArtifact = (wanted: boolean, settings: Settings): boolean =>
  wanted && settings.keep_latest_artifact

/** The initial branch of a new repository. */
export const defaultBranch = (settings: Settings): string => settings.default_branch_name ?? 'main'

/** The refusal of a user who has reached the limit of projects. */
export const projectsLimitSentence = (limit: number): string =>
  `Your project limit is ${limit} projects! Please contact your administrator to increase it`

/** The default role that may create projects in a new group. */
export const projectCreationLevel = (settings: Settings): 'noone' | 'maintainer' | 'developer' =>
  settings.default_project_creation === 0
    ? 'noone'
    : settings.default_project_creation === 1
      ? 'maintainer'
      : 'developer'

/** The roles that may push to and merge into the default branch of a new project: 30 developers, 40 maintainers; null: the branch is not protected. */
export const defaultBranchProtection = (
  settings: Settings,
): { readonly push: number; readonly merge: number } | null => {
  switch (settings.default_branch_protection) {
    case 0:
      return null
    case 1:
      return { push: 30, merge: 40 }
    default:
      return { push: 40, merge: 40 }
  }
}

/** Whether a project may be imported from this source. */
export const mayImportFrom = (source: string, settings: Settings): boolean => settings.import_sources.includes(source)

/** Whether deletion is delayed by a flag; releases without the flag always delay it. */
const isPutOff = (what: 'group' | 'project', settings: Settings, release: string): boolean => {
  const setting = `delayed_${what}_deletion` as const
  if (!releaseHas(`settings.${setting}`, release)) return true
  if (what === 'project' && releaseHas('settings.deletion_interlock', release) && !settings.delayed_group_deletion)
    return false
  return settings[setting]
}

/** By how many days the deletion of a group, or of a project in one, is delayed; 0 deletes at once. */
export const deletionDelay = (what: 'group' | 'project', settings: Settings, { tier, release }: Edition): number =>
  tierHas(tier, 'premium') && isPutOff(what, settings, release) ? settings.deletion_adjourned_period : 0

/** The last day of deletion requests whose delay is over. */
export const lastOverdueDay = (now: Instant, settings: Settings): Day =>
  dayOf(secondsAfter(now, -settings.deletion_adjourned_period * DAY_SECONDS))

/** Which projects count as inactive, and when such a project is deleted. */
export interface InactivityRule {
  /** Inactive projects have had no activity since. */
  readonly quietSince: Instant
  /** A project that was warned on this day or before is deleted. */
  readonly lastWarning: Day
  /** Earlier warnings were given under another rule. */
  readonly warningsSince: Instant | undefined
  /** In bytes; only larger projects count. Undefined: all. */
  readonly largerThan: number | undefined
}

/** A project as this rule sees it. */
export interface InactivityFacts {
  /** Its last activity. */
  readonly activeAt: Instant
  readonly warnedAt: Instant | null
}

/** The longest period, because calendars have an end. */
const MAX_MONTHS = 12_000

const MEGABYTE = 1024 * 1024

const monthsBefore = (now: Instant, months: number): Instant =>
  instantOf(monthsLater(millisecondsOf(now), -Math.min(months, MAX_MONTHS)))

const latest = (...instants: ReadonlyArray<Instant | undefined>): Instant | undefined =>
  instants.reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined)

/**
 * The rule of inactive projects; undefined where they are not deleted.
 *
 * The time between warning and deletion is the difference of the two periods. Switching the rule on, or another period before deletion,
 * invalidates earlier warnings.
 */
export const inactivityRule = (
  now: Instant,
  settings: Settings,
  changedAt: Readonly<Record<string, Instant>>,
): InactivityRule | undefined => {
  if (!settings.delete_inactive_projects) return undefined
  const warnAfter = settings.inactive_projects_send_warning_email_after_months
  const grace = Math.max(settings.inactive_projects_delete_after_months - warnAfter, 0)
  const smallest = settings.inactive_projects_min_size_mb
  return {
    quietSince: monthsBefore(now, warnAfter),
    lastWarning: dayOf(monthsBefore(now, grace)),
    warningsSince: latest(changedAt['delete_inactive_projects'], changedAt['inactive_projects_delete_after_months']),
    largerThan: smallest > 0 ? smallest * MEGABYTE : undefined,
  }
}

/** The moment after which a warning is valid: activity then or later invalidates it. */
export const warningsCountSince = ({ activeAt }: InactivityFacts, rule: InactivityRule): Instant =>
  latest(activeAt, rule.warningsSince) ?? activeAt

/** What is due for an inactive project. */
export const inactivityAction = (project: InactivityFacts, rule: InactivityRule): 'warn' | 'wait' | 'end' => {
  if (project.activeAt >= rule.quietSince) return 'wait'
  const { warnedAt } = project
  if (warnedAt === null || warnedAt <= warningsCountSince(project, rule)) return 'warn'
  return dayOf(warnedAt) <= rule.lastWarning ? 'end' : 'wait'
}
