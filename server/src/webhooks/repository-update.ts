import type { Forge } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { type DeliverableEvent, type EventDetails, refsOfPush } from '@forgefold/core/domains/webhooks/webhook'
import { NO_OBJECT } from '@forgefold/core/ports'
import { projectIn, userIn } from './payload-parts.js'

/** The payload of a push as a whole, with all refs that it moved; undefined for all refs but the first. */
export const repositoryPayload = async (
  forge: Forge,
  project: ProjectRow,
  { revision }: Extract<EventDetails, { readonly kind: 'repository' }>,
  { userId }: DeliverableEvent,
) => {
  const updates = await refsOfPush(forge, { projectId: project.id, revision })
  if (updates.length === 0) return undefined
  const user = userIn(forge, userId)
  return {
    event_name: 'repository_update',
    user_id: userId ?? null,
    user_name: user?.name ?? '',
    user_email: user?.email ?? '',
    user_avatar: user?.avatar_url ?? null,
    project_id: project.id,
    project: projectIn(forge, project),
    changes: updates.map(({ from, to, ref }) => ({ before: from ?? NO_OBJECT, after: to ?? NO_OBJECT, ref })),
    refs: updates.map(({ ref }) => ref),
  }
}
