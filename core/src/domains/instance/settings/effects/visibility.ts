import type { Visibility } from '../../../../access/index.js'
import type { FieldErrors } from '../../../../kernel/index.js'
import type { Settings } from '../catalogue.js'

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

/** Where public things are restricted, the profiles of users are hidden from the anonymous. */
export const hidesProfiles = (settings: Settings): boolean => isRestricted('public', settings)
