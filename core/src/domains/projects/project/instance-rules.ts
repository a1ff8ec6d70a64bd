import type { Visibility } from '../../../access/index.js'
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
import { type Edition, type Settings, tierHas } from '../../instance/settings/catalogue/index.js'

/** The visibility of something new that names none. */
export const defaultVisibility = (what: 'group' | 'project' | 'snippet', settings: Settings): Visibility =>
  settings[`default_${what}_visibility`]

/** Whether only administrators may choose this visibility. */
const isRestricted = (level: Visibility, settings: Settings): boolean =>
  settings.restricted_visibility_levels?.includes(level) ?? false

/** What is wrong with choosing a visibility; undefined where it may be chosen. What exists already stays as it is. */
export const visibilityFindings = (level: Visibility, admin: boolean, settings: Settings): FieldErrors | undefined =>
  !admin && isRestricted(level, settings)
    ? { visibility_level: [`${level} has been restricted by your GitLab administrator`] }
    : undefined

/** Whether a project keeps the newest artifacts of its jobs: it may want to only where the instance does. */
export const keepsLatestArtifact = (wanted: boolean, settings: Settings): boolean =>
  wanted && settings.keep_latest_artifact

/** The first branch of a new repository. */
export const defaultBranch = (settings: Settings): string => settings.default_branch_name ?? 'main'

/** Said to a user whose projects have reached the limit. */
export const projectsLimitSentence = (limit: number): string =>
  `Your project limit is ${limit} projects! Please contact your administrator to increase it`

/** Who may make projects in a new group, in the words of groups. */
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

/** Whether a flag puts deletions off; a release that knows no such flag puts all of them off. */
const isPutOff = (what: 'group' | 'project', settings: Settings, release: string): boolean => {
  const setting = `delayed_${what}_deletion` as const
  if (!releaseHas(`settings.${setting}`, release)) return true
  if (what === 'project' && releaseHas('settings.deletion_interlock', release) && !settings.delayed_group_deletion)
    return false
  return settings[setting]
}

/** For how many days the deletion of a group, or of a project in one, is put off; 0 deletes at once. */
export const deletionDelay = (what: 'group' | 'project', settings: Settings, { tier, release }: Edition): number =>
  tierHas(tier, 'premium') && isPutOff(what, settings, release) ? settings.deletion_adjourned_period : 0

/** What was marked for deletion on this day or before has come to its end. */
export const lastOverdueDay = (now: Instant, settings: Settings): Day =>
  dayOf(secondsAfter(now, -settings.deletion_adjourned_period * DAY_SECONDS))

/** Which projects count as inactive, and from when on such a one ends. */
export interface InactivityRule {
  /** Nothing may have happened in a project since. */
  readonly quietSince: Instant
  /** A warning of this day or an earlier one has been waited for long enough. */
  readonly lastWarning: Day
  /** Older warnings spoke of another rule. */
  readonly warningsSince: Instant | undefined
  /** In bytes; projects have to be larger. Undefined takes any. */
  readonly largerThan: number | undefined
}

/** A project as this rule looks at it. */
export interface InactivityFacts {
  /** When something last happened in it. */
  readonly activeAt: Instant
  readonly warnedAt: Instant | null
}

/** Nobody waits for longer, and calendars have an end. */
const MAX_MONTHS = 12_000

const MEGABYTE = 1024 * 1024

const monthsBefore = (now: Instant, months: number): Instant =>
  instantOf(monthsLater(millisecondsOf(now), -Math.min(months, MAX_MONTHS)))

const latest = (...instants: ReadonlyArray<Instant | undefined>): Instant | undefined =>
  instants.reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined)

/**
 * What makes a project inactive now; undefined where inactive ones are not deleted.
 *
 * Between a warning and the end lies what lies between the two periods. Switching on, or another period before the end, makes older warnings void.
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

/** After which moment a warning counts: what happened then or later takes it back. */
export const warningsCountSince = ({ activeAt }: InactivityFacts, rule: InactivityRule): Instant =>
  latest(activeAt, rule.warningsSince) ?? activeAt

/** What is due for a project in which nothing has happened. */
export const inactivityAction = (project: InactivityFacts, rule: InactivityRule): 'warn' | 'wait' | 'end' => {
  if (project.activeAt >= rule.quietSince) return 'wait'
  const { warnedAt } = project
  if (warnedAt === null || warnedAt <= warningsCountSince(project, rule)) return 'warn'
  return dayOf(warnedAt) <= rule.lastWarning ? 'end' : 'wait'
}
