import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { accessToRepository } from '@forgefold/core/domains/projects/deploy-token'
import {
  askExternalService,
  mayInProject,
  type ProjectRow,
  projectByFormerPath,
  projectByFullPath,
} from '@forgefold/core/domains/projects/project'
import type { GitAccess, GitProject } from './access.js'

const gitProject = (forge: Forge, row: ProjectRow, principal: Principal, movedFrom: string | undefined): GitProject => {
  const access = accessToRepository(forge, principal, row)
  return {
    projectId: row.id,
    movedFrom,
    archived: row.archived,
    isPublic: row.visibility === 'public',
    may: (ability) => mayInProject(access, ability),
    collaborates: () => principal.kind === 'user' && forge.refRules.mayCollaborateIn(principal, row.id),
  }
}

/** Finds projects in the read model, also by a former path. Callers with a password are known only now, so the external authorization service is asked here. */
export const projectByPath: GitAccess['project'] = (forge, path, principal) => {
  const present = projectByFullPath(forge, path)
  const row = present ?? projectByFormerPath(forge, path)
  if (row === undefined) return undefined
  const found = () => gitProject(forge, row, principal, present === undefined ? path : undefined)
  const asked = askExternalService(forge, principal, row)
  return asked === undefined ? found() : asked.then(found)
}
