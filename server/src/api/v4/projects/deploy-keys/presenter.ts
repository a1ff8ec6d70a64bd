import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { userById } from '@forgefold/core/domains/identity/user'
import type { UserKeyRow } from '@forgefold/core/domains/identity/user-key'
import {
  type DeployKeyRow,
  type ProjectDeployKeyRow,
  projectsOfDeployKey,
} from '@forgefold/core/domains/projects/deploy-key'
import { projectById } from '@forgefold/core/domains/projects/project'
import { presentSshKey } from '../../identity/keys/presenter.js'
import { presentUserForAdmin } from '../../identity/users/presenter.js'

const presentKey = (row: DeployKeyRow) => ({
  id: row.id,
  title: row.title,
  created_at: row.createdAt,
  expires_at: row.expiresAt,
  key: row.key,
  fingerprint: row.md5,
  fingerprint_sha256: row.fingerprint,
})

const presentIdentity = (forge: Forge, projectId: number) => {
  const project = projectById(forge, projectId)
  if (project === undefined) return []
  return [
    {
      id: project.id,
      description: project.description,
      name: project.name,
      name_with_namespace: project.fullName,
      path: project.path,
      path_with_namespace: project.fullPath,
      created_at: project.createdAt,
    },
  ]
}

/** A deploy key with the projects that it may push to. */
export const presentDeployKey = (row: DeployKeyRow, forge: Forge) => ({
  ...presentKey(row),
  projects_with_write_access: projectsOfDeployKey(forge, row.id)
    .filter(({ canPush }) => canPush)
    .flatMap(({ projectId }) => presentIdentity(forge, projectId)),
})

/** A deploy key in a project. */
export const presentProjectDeployKey = (row: ProjectDeployKeyRow) => ({ ...presentKey(row), can_push: row.canPush })

/** The SSH key of a user, with the user. */
export const presentAnyKey = (row: UserKeyRow, forge: Forge, principal: Principal) => {
  const user = userById(forge, row.userId)
  return {
    ...presentSshKey(row, forge),
    user: user === undefined ? null : (JSON.parse(presentUserForAdmin(user, forge, principal)) as object),
  }
}

/** A deploy key among all SSH keys, with its projects. */
export const presentAnyDeployKey = (row: DeployKeyRow, forge: Forge) => ({
  id: row.id,
  title: row.title,
  created_at: row.createdAt,
  expires_at: row.expiresAt,
  key: row.key,
  usage_type: 'auth',
  user: null,
  deploy_keys_projects: projectsOfDeployKey(forge, row.id).map(({ projectId, canPush }) => ({
    deploy_key_id: row.id,
    project_id: projectId,
    can_push: canPush,
  })),
})
