import { VISIBILITIES, type Visibility } from '../../../access/access-level.js'
import { blankOrTooLong, type FieldErrors, fieldErrors, tooLong } from '../../../kernel/index.js'
import { runnerMinutesErrors } from '../../identity/user/runner-minutes.js'
import { namespacePathErrors } from '../../naming/path.js'
import type { GroupSettings } from './settings.js'

/** The constraints of the groups around it. */
export interface GroupSurroundings {
  /** Of the group above; undefined at the top. */
  readonly parentVisibility: Visibility | undefined
  /** The highest visibility of the groups and projects below; undefined where there are none. */
  readonly widestBelow: Visibility | undefined
}

const GROUP_NAME =
  /^[\p{L}\p{N}\p{Extended_Pictographic}_][\p{L}\p{N}\p{M}\p{Pd}\p{Extended_Pictographic}\p{Join_Control}\p{Variation_Selector}_()\-.\s]*$/u
const NAME_RULE =
  "can contain only letters, digits, emoji, '_', '.', dash, space, parenthesis. It must start with letter, digit, emoji or '_'."

/** Higher is more visible. */
const visibilityRank = (visibility: Visibility): number => VISIBILITIES.indexOf(visibility)

const nameErrors = (name: string): ReadonlyArray<string> => {
  const wrong = blankOrTooLong(name)
  return wrong.length > 0 || GROUP_NAME.test(name) ? wrong : [NAME_RULE]
}

const visibilityErrors = (visibility: Visibility, { parentVisibility, widestBelow }: GroupSurroundings) => {
  if (parentVisibility !== undefined && visibilityRank(visibility) > visibilityRank(parentVisibility))
    return [`${visibility} is not allowed since the parent group has a ${parentVisibility} visibility.`]
  if (widestBelow !== undefined && visibilityRank(visibility) < visibilityRank(widestBelow))
    return [`${visibility} is not allowed since this group contains projects or subgroups with higher visibility.`]
  return []
}

/** The errors of a group, by the field names of the API; undefined where there are none. */
export const groupErrors = (
  settings: GroupSettings,
  top: boolean,
  surroundings: GroupSurroundings,
): FieldErrors | undefined =>
  fieldErrors({
    name: nameErrors(settings.name),
    path: namespacePathErrors(settings.path, top),
    description: tooLong(settings.description, 255),
    visibility_level: visibilityErrors(settings.visibility, surroundings),
    ...runnerMinutesErrors(settings),
    two_factor_grace_period: settings.twoFactorGracePeriod < 0 ? ['must be greater than or equal to 0'] : [],
  })

const MINUTES = ['sharedRunnersMinutesLimit', 'extraSharedRunnersMinutesLimit'] as const
type Minutes = Partial<Pick<GroupSettings, (typeof MINUTES)[number]>>

/** Whether the shared runner minutes of a group change, which requires an administrator. */
export const changesMinutes = (before: Minutes, wanted: Minutes): boolean =>
  MINUTES.some((name) => wanted[name] !== undefined && wanted[name] !== (before[name] ?? null))
