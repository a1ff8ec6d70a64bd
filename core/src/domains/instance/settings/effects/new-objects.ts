import type { Settings } from '../catalogue.js'

/** The first branch of a new repository. */
export const defaultBranch = (settings: Settings): string => settings.default_branch_name ?? 'main'

/** How many projects of their own a new user may make. */
export const projectsLimit = (settings: Settings): number => settings.default_projects_limit

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
