import type { Forge } from '../../../app/forge.js'
import type { Reactor } from '../../../app/reactors.js'
import { idOf, type StoredEvent } from '../../../kernel/index.js'
import { applicableStatusChecks } from '../../review/external-status-check/steps/check-status.js'
import { mergeRequest } from '../../review/merge-request/decider.js'
import type { DeliverableEvent } from '../webhook/deliverable-event.js'
import { toWebhookEvents } from '../webhook/translate-event.js'
import { type DocumentOf, sendToStatusCheck } from './send.js'

/** How many services may be slow before events of merge requests wait for them. */
const MAX_UNDER_WAY = 64

/** The change of a merge request that an event tells; undefined where it tells none. */
export const mergeRequestChange = (forge: Forge, event: StoredEvent): DeliverableEvent | undefined =>
  toWebhookEvents(forge, event).find(({ details }) => details.kind === 'merge_request')

/**
 * Sends each change of a merge request to the external status checks that apply to it, on the highest tier. A service that is slow holds
 * nobody up, and one that cannot be reached is not tried again: a client can ask for that.
 */
export const statusCheckNotifications = (documentOf: DocumentOf): Reactor => {
  const underWay = new Set<Promise<void>>()
  return {
    name: 'status-check-notifications',
    filter: { categories: [mergeRequest.category] },
    react: async (forge, event) => {
      if (forge.instance.tier !== 'ultimate') return
      const row = forge.read.mergeRequests.byId(Number(idOf(event.stream)))
      const checks = row === undefined ? [] : applicableStatusChecks(forge, row)
      const change = checks.length === 0 ? undefined : mergeRequestChange(forge, event)
      const document = change === undefined ? undefined : await documentOf(forge, change)
      if (document === undefined) return
      for (const check of checks) {
        while (underWay.size >= MAX_UNDER_WAY) await Promise.race(underWay)
        const sent: Promise<void> = sendToStatusCheck(forge, check, document).finally(() => underWay.delete(sent))
        underWay.add(sent)
      }
    },
  }
}
