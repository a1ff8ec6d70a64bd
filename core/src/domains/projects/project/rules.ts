import { VISIBILITIES, type Visibility } from '../../../access/access-level.js'
import { blankOrTooLong, type FieldErrors, fieldErrors, tooLong } from '../../../kernel/index.js'
import { projectPathErrors } from '../../naming/path.js'
import type { ProjectSettings } from './settings.js'

const PROJECT_NAME =
  /^[\p{L}\p{N}\p{Extended_Pictographic}_][\p{L}\p{N}\p{M}\p{Pd}\p{Extended_Pictographic}\p{Join_Control}\p{Variation_Selector}_.+\- ]*$/u
const NAME_RULE =
  "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'."

const MAX_DESCRIPTION_LENGTH = 2000
const MAX_TEMPLATE_LENGTH = 500

const nameErrors = (name: string): ReadonlyArray<string> => {
  const wrong = blankOrTooLong(name)
  return wrong.length > 0 || PROJECT_NAME.test(name) ? wrong : [NAME_RULE]
}

/** The limits of a project's visibility (docs/reference/behaviour/projects.md#roles-and-visibility). */
export interface VisibilityBounds {
  /** That of its group; undefined in a personal namespace. */
  readonly group: Visibility | undefined
  /** That of the project it was forked from; undefined for other projects, and where its visibility does not change. */
  readonly source?: Visibility | undefined
}

const longer = (text: string | null, most: number): ReadonlyArray<string> => (text === null ? [] : tooLong(text, most))

const isWider = (visibility: Visibility, other: Visibility | undefined): boolean =>
  other !== undefined && VISIBILITIES.indexOf(visibility) > VISIBILITIES.indexOf(other)

const visibilityErrors = (visibility: Visibility, { group, source }: VisibilityBounds): ReadonlyArray<string> => [
  ...(isWider(visibility, group) ? [`${visibility} is not allowed in a ${group} group.`] : []),
  ...(isWider(visibility, source)
    ? [`${visibility} is not allowed since the fork source project has lower visibility.`]
    : []),
]

const ciPathErrors = (path: string | null): ReadonlyArray<string> => {
  if (path === null) return []
  const unsafe = path.startsWith('/') || path.split('/').includes('..')
  return [...longer(path, 255), ...(unsafe ? ['cannot include leading slash or directory traversal.'] : [])]
}

const depthErrors = (depth: number | null): ReadonlyArray<string> => {
  if (depth === null) return []
  if (depth < 0) return ['must be greater than or equal to 0']
  return depth > 1000 ? ['must be less than or equal to 1000'] : []
}

/** The errors of a project, by the field names of the API; undefined where there are none. */
export const projectErrors = (settings: ProjectSettings, bounds: VisibilityBounds): FieldErrors | undefined =>
  fieldErrors({
    name: nameErrors(settings.name),
    path: projectPathErrors(settings.path),
    description: longer(settings.description, MAX_DESCRIPTION_LENGTH),
    visibility_level: visibilityErrors(settings.visibility, bounds),
    merge_commit_template: longer(settings.mergeCommitTemplate, MAX_TEMPLATE_LENGTH),
    squash_commit_template: longer(settings.squashCommitTemplate, MAX_TEMPLATE_LENGTH),
    suggestion_commit_message: longer(settings.suggestionCommitMessage, 255),
    ci_config_path: ciPathErrors(settings.ciConfigPath),
    ci_default_git_depth: depthErrors(settings.ciDefaultGitDepth),
    approvals_before_merge: settings.approvalsBeforeMerge < 0 ? ['must be greater than or equal to 0'] : [],
    base:
      settings.selectiveCodeOwnerRemovals === true && settings.resetApprovalsOnPush
        ? ['selective_code_owner_removals can only be enabled when reset_approvals_on_push is disabled']
        : [],
    build_timeout:
      settings.buildTimeout < 600 || settings.buildTimeout > 2_629_746
        ? ['needs to be between 10 minutes and 1 month']
        : [],
  })
