/** Payloads of webhooks: what happened, as JSON in the well-known shapes. Used by the background jobs and the routes of webhooks. */
import type { Forge } from '@forgefold/core/app'
import { projectById } from '@forgefold/core/domains/projects/project'
import type { Occurrence } from '@forgefold/core/domains/webhooks/webhook'
import { jobPayload, pipelinePayload } from './ci.js'
import { deploymentPayload, releasePayload } from './delivery.js'
import { issuePayload, mergeRequestPayload } from './issuables.js'
import { memberPayload } from './member.js'
import { notePayload } from './note.js'
import { pushPayload } from './push.js'

const documentOf = async (forge: Forge, occurrence: Occurrence): Promise<object | undefined> => {
  const { happening, place } = occurrence
  if (happening.kind === 'member') return memberPayload(forge, happening, occurrence)
  const project = projectById(forge, place.id)
  if (project === undefined) return undefined
  switch (happening.kind) {
    case 'push':
      return pushPayload(forge, project, happening, occurrence)
    case 'issue':
      return issuePayload(forge, project, happening, occurrence)
    case 'note':
      return notePayload(forge, project, happening, occurrence)
    case 'merge_request':
      return mergeRequestPayload(forge, project, happening, occurrence)
    case 'pipeline':
      return pipelinePayload(forge, project, happening)
    case 'build':
      return jobPayload(forge, project, happening, occurrence)
    case 'deployment':
      return deploymentPayload(forge, project, happening, occurrence)
    case 'release':
      return releasePayload(forge, project, happening)
  }
}

/** The payload of an occurrence as JSON (docs/reference/behaviour/webhooks.md#payloads); undefined where what it is about is gone. */
export const payloadOf = async (forge: Forge, occurrence: Occurrence): Promise<string | undefined> => {
  const document = await documentOf(forge, occurrence)
  return document === undefined ? undefined : JSON.stringify(document)
}
