import { type Day, dayOf, type Instant, instantOf, millisecondsOf, monthsLater } from '../../../../kernel/index.js'
import type { Settings } from '../catalogue.js'

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
export interface QuietProject {
  /** When something last happened in it. */
  readonly activeAt: Instant
  readonly warnedAt: Instant | null
}

/** Nobody waits for longer, and calendars have an end. */
const MOST_MONTHS = 12_000

const MEGABYTE = 1024 * 1024

const monthsBefore = (now: Instant, months: number): Instant =>
  instantOf(monthsLater(millisecondsOf(now), -Math.min(months, MOST_MONTHS)))

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
export const warningsCountSince = ({ activeAt }: QuietProject, rule: InactivityRule): Instant =>
  latest(activeAt, rule.warningsSince) ?? activeAt

/** What is to be done about a project in which nothing has happened. */
export const fateOf = (project: QuietProject, rule: InactivityRule): 'warn' | 'wait' | 'end' => {
  if (project.activeAt >= rule.quietSince) return 'wait'
  const { warnedAt } = project
  if (warnedAt === null || warnedAt <= warningsCountSince(project, rule)) return 'warn'
  return dayOf(warnedAt) <= rule.lastWarning ? 'end' : 'wait'
}
