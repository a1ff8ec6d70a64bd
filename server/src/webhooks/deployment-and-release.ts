import { type Forge, wholeText } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { shownMessage, titleOf } from '@forgefold/core/domains/projects/repository'
import {
  type DeliverableEvent,
  deploymentForPayload,
  releaseForPayload,
} from '@forgefold/core/domains/webhooks/webhook'
import type { ObjectId } from '@forgefold/core/ports'
import { presentReleaseLink, sourcesOf } from '../api/v4/delivery/releases/presenter.js'
import { payloadTime, projectIn, userIn } from './payload-parts.js'
import { commitIn } from './push.js'

/** The payload of a deployment, with its status at the event. */
export const deploymentPayload = async (
  forge: Forge,
  project: ProjectRow,
  { id, status }: { readonly id: number; readonly status: string },
  { at }: DeliverableEvent,
) => {
  const row = deploymentForPayload(forge, id)
  if (row === undefined) return undefined
  const url = `${forge.instance.externalUrl}/${project.fullPath}`
  const commit = await forge.git.of(project.id).commit(row.sha as ObjectId)
  const user = userIn(forge, row.userId)
  return {
    object_kind: 'deployment',
    status,
    status_changed_at: payloadTime(at),
    deployment_id: row.id,
    deployable_id: row.jobId,
    deployable_url: row.jobId === null ? null : `${url}/-/jobs/${row.jobId}`,
    environment: row.environmentName,
    environment_tier: row.environmentTier,
    environment_slug: row.environmentSlug,
    environment_external_url: row.environmentUrl,
    project: projectIn(forge, project),
    short_sha: row.sha.slice(0, 8),
    user,
    user_url: user === null ? null : `${forge.instance.externalUrl}/${user.username}`,
    commit_url: `${url}/-/commit/${row.sha}`,
    commit_title: commit === undefined ? null : titleOf(shownMessage(commit.message)),
    ref: row.ref,
  }
}

/** The payload of a release. */
export const releasePayload = async (
  forge: Forge,
  project: ProjectRow,
  { id, action }: { readonly id: number; readonly action: string },
) => {
  const row = releaseForPayload(forge, id)
  if (row === undefined) return undefined
  const { tag } = row
  const commit = await forge.git.of(project.id).commit(row.sha)
  const sources = sourcesOf(forge, project, tag)
  return {
    object_kind: 'release',
    id: row.id,
    action,
    name: row.name,
    tag,
    description: await wholeText(forge, row.description),
    created_at: payloadTime(row.createdAt),
    released_at: payloadTime(row.releasedAt),
    project: projectIn(forge, project),
    url: `${forge.instance.externalUrl}/${project.fullPath}/-/releases/${encodeURIComponent(tag)}`,
    assets: {
      count: sources.length + row.links.length,
      links: row.links.map((link) => {
        const { id: linkId, external, link_type, name, url } = presentReleaseLink(forge, project, tag, link)
        return { id: linkId, external, link_type, name, url }
      }),
      sources,
    },
    commit: commit === undefined ? null : commitIn(forge, project, commit),
  }
}
