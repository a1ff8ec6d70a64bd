import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { accessToRepository } from '@forgefold/core/domains/projects/deploy-token'
import {
  askExternalService,
  mayInProject,
  type ProjectRow,
  projectByFullPath,
} from '@forgefold/core/domains/projects/project'
import type { GitAccess, GitProject } from './access.js'

const gitProject = (forge: Forge, row: ProjectRow, principal: Principal): GitProject => {
  const access = accessToRepository(forge, principal, row)
  return {
    projectId: row.id,
    archived: row.archived,
    isPublic: row.visibility === 'public',
    may: (ability) => mayInProject(access, ability),
    collaborates: () => principal.kind === 'user' && forge.refRules.mayCollaborateIn(principal, row.id),
  }
}

/** Finds projects in the read model. Callers with a password are known only now, so the external authorization service is asked here. */
export const projectByPath: GitAccess['project'] = (forge, path, principal) => {
  const row = projectByFullPath(forge, path)
  if (row === undefined) return undefined
  const asked = askExternalService(forge, principal, row)
  return asked === undefined ? gitProject(forge, row, principal) : asked.then(() => gitProject(forge, row, principal))
}
