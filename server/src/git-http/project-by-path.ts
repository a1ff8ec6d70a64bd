import { accessToRepository } from '@forgefold/core/domains/projects/deploy-token'
import { mayInProject, projectByFullPath } from '@forgefold/core/domains/projects/project'
import type { GitAccess } from './access.js'

/** Finds projects in the read model. */
export const projectByPath: GitAccess['project'] = (forge, path, principal) => {
  const row = projectByFullPath(forge, path)
  if (row === undefined) return undefined
  const access = accessToRepository(forge, principal, row)
  return {
    projectId: row.id,
    archived: row.archived,
    isPublic: row.visibility === 'public',
    may: (ability) => mayInProject(access, ability),
    collaborates: () => principal.kind === 'user' && forge.refRules.mayCollaborateIn(principal, row.id),
  }
}
