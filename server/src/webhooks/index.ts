/** Payloads of webhooks: events as JSON in the documented format. Used by the background jobs and the routes of webhooks. */
import type { Forge } from '@forgefold/core/app'
import { projectById } from '@forgefold/core/domains/projects/project'
import type { DeliverableEvent, EventDetails } from '@forgefold/core/domains/webhooks/webhook'
import { failedLoginPayload, keyPayload, userPayload } from './account.js'
import { jobPayload, pipelinePayload } from './ci.js'
import { commitNotePayload } from './commit-note.js'
import { deploymentPayload, releasePayload } from './deployment-and-release.js'
import { issuePayload, mergeRequestPayload } from './issuables.js'
import { groupPayload, projectPayload } from './lifecycle.js'
import { memberPayload } from './member.js'
import { notePayload } from './note.js'
import { pushPayload } from './push.js'
import { repositoryPayload } from './repository-update.js'

/** An event in a project that still exists. */
type InProject = Exclude<
  EventDetails,
  { readonly kind: 'member' | 'project' | 'group' | 'user' | 'failed_login' | 'key' }
>

const documentInProject = async (
  forge: Forge,
  details: InProject,
  deliverable: DeliverableEvent,
): Promise<object | undefined> => {
  const { place } = deliverable
  const project = projectById(forge, place.id)
  if (project === undefined) return undefined
  switch (details.kind) {
    case 'push':
      return pushPayload(forge, project, details, deliverable)
    case 'repository':
      return repositoryPayload(forge, project, details, deliverable)
    case 'issue':
      return issuePayload(forge, project, details, deliverable)
    case 'note':
      return notePayload(forge, project, details, deliverable)
    case 'commit_note':
      return commitNotePayload(forge, project, details, deliverable)
    case 'merge_request':
      return mergeRequestPayload(forge, project, details, deliverable)
    case 'pipeline':
      return pipelinePayload(forge, project, details)
    case 'build':
      return jobPayload(forge, project, details, deliverable)
    case 'deployment':
      return deploymentPayload(forge, project, details, deliverable)
    case 'release':
      return releasePayload(forge, project, details)
  }
}

/** The payload of a deliverable event as an object; undefined if its subject no longer exists. */
export const documentOf = async (forge: Forge, deliverable: DeliverableEvent): Promise<object | undefined> => {
  const { details } = deliverable
  switch (details.kind) {
    case 'member':
      return memberPayload(forge, details, deliverable)
    case 'project':
      return projectPayload(forge, details, deliverable)
    case 'group':
      return groupPayload(forge, details, deliverable)
    case 'user':
      return userPayload(forge, details, deliverable)
    case 'failed_login':
      return failedLoginPayload(forge, details, deliverable)
    case 'key':
      return keyPayload(forge, details, deliverable)
    default:
      return documentInProject(forge, details, deliverable)
  }
}

/** The payload of a deliverable event as JSON (docs/reference/behaviour/webhooks.md#payloads); undefined if its subject no longer exists. */
export const payloadOf = async (forge: Forge, deliverable: DeliverableEvent): Promise<string | undefined> => {
  const document = await documentOf(forge, deliverable)
  return document === undefined ? undefined : JSON.stringify(document)
}
