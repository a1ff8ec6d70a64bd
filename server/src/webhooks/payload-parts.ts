import type { VISIBILITIES } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { labelsForPayload, userForPayload } from '@forgefold/core/domains/webhooks/webhook'
import type { Day, Instant } from '@forgefold/core/kernel'
import { userAvatarUrl } from '../api/v4/avatar.js'
import { presentProjectSimply } from '../api/v4/projects/projects/presenter.js'

/** Timestamps in payloads: `2022-05-01 10:00:00 UTC`. */
export const payloadTime = <At extends Instant | null>(at: At): At extends null ? string | null : string =>
  (at === null ? null : `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`) as At extends null ? string | null : string

/** Timestamps in payloads without `object_kind`: `2022-05-01T10:00:00Z`; a day stands for its first moment. */
export const lifecycleTime = (at: Instant | Day): string => `${at.slice(0, 10)}T${at.slice(11, 19) || '00:00:00'}Z`

const LEVELS: Readonly<Record<string, number>> = { private: 0, internal: 10, public: 20 }

const levelOf = (visibility: (typeof VISIBILITIES)[number]): number => LEVELS[visibility] ?? 0

/** A project in a payload, with its older field names too. */
export const projectIn = (forge: Forge, project: ProjectRow) => {
  const shown = presentProjectSimply(project, forge)
  const { id, name, description, web_url, ssh_url_to_repo: ssh, http_url_to_repo: http } = shown
  return {
    id,
    name,
    description,
    web_url,
    avatar_url: shown.avatar_url,
    git_ssh_url: ssh,
    git_http_url: http,
    namespace: project.namespace.name,
    visibility_level: levelOf(project.visibility),
    path_with_namespace: project.fullPath,
    default_branch: project.defaultBranch,
    ci_config_path: project.ciConfigPath,
    homepage: web_url,
    url: ssh ?? http,
    ssh_url: ssh,
    http_url: http,
  }
}

/** The member `repository` of payloads. */
export const repositoryIn = (forge: Forge, project: ProjectRow) => {
  const { name, url, description, homepage } = projectIn(forge, project)
  return { name, url, description, homepage }
}

/** The same with the addresses, as in payloads of pushes. */
export const pushedRepositoryIn = (forge: Forge, project: ProjectRow) => {
  const { name, url, description, homepage, git_http_url, git_ssh_url, visibility_level } = projectIn(forge, project)
  return { name, url, description, homepage, git_http_url, git_ssh_url, visibility_level }
}

/** Stands for names and addresses that may not be disclosed. */
export const HIDDEN = '[REDACTED]'

/** The e-mail address of a user if it is public. */
export const payloadEmail = (person: { readonly publicEmail: string } | undefined): string =>
  person === undefined || person.publicEmail === '' ? HIDDEN : person.publicEmail

/** A user in a payload; the e-mail address only if it is public. */
export const userIn = (forge: Forge, userId: number | undefined | null) => {
  const user = typeof userId === 'number' ? userForPayload(forge, userId) : undefined
  if (user === undefined) return null
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    avatar_url: userAvatarUrl(forge.instance.externalUrl, user),
    email: payloadEmail(user),
  }
}

/** Users in a payload, without deleted accounts. */
export const usersIn = (forge: Forge, userIds: ReadonlyArray<number>) =>
  userIds.flatMap((id) => userIn(forge, id) ?? [])

/** Labels in a payload. */
export const labelsIn = (forge: Forge, ids: ReadonlyArray<number>) =>
  labelsForPayload(forge, ids).map(({ id, title, color, description, place }) => ({
    id,
    title,
    color,
    project_id: place.kind === 'project' ? place.id : null,
    description,
    type: place.kind === 'project' ? 'ProjectLabel' : 'GroupLabel',
    group_id: place.kind === 'group' ? place.id : null,
  }))
