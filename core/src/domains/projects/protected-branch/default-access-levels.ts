import type { Forge } from '../../../app/forge.js'
import { defaultBranchProtection } from '../project/instance-rules.js'
import type { ProjectRow } from '../project/queries.js'

/** The roles for a group's default branch protection: 0 none, 1 developers push, 2 maintainers only, 3 developers merge. */
const byChoice = (choice: number): { readonly push: number; readonly merge: number } | null => {
  if (choice === 0) return null
  return { push: choice === 1 ? 30 : 40, merge: choice === 3 ? 30 : 40 }
}

/** Who may push to and merge into the first branch of a new project; null: it is not protected. */
export const defaultAccess = (
  forge: Forge,
  project: Pick<ProjectRow, 'groupId'>,
): { readonly push: number; readonly merge: number } | null => {
  const group = project.groupId === null ? undefined : forge.read.groups.byId(project.groupId)
  return group === undefined
    ? defaultBranchProtection(forge.settings.current())
    : byChoice(group.defaultBranchProtection)
}
