import type { Forge } from '../../../app/forge.js'
import { projectReach } from '../../instance/operation/hosts.js'
import { externalUrlOf } from '../../review/external-status-check/external-url.js'
import type { ExternalStatusCheckRow } from '../../review/external-status-check/queries.js'
import type { DeliverableEvent } from '../webhook/deliverable-event.js'

/** Makes the document of a deliverable event, as webhooks send it; undefined where its subject no longer exists. */
export type DocumentOf = (forge: Forge, deliverable: DeliverableEvent) => Promise<object | undefined>

const TIMEOUT_MS = 10_000

/** Sends the document of a merge request to the service of a check. It never rejects; what the service answers does not matter, for it responds through the API. */
export const sendToStatusCheck = async (
  forge: Forge,
  check: ExternalStatusCheckRow,
  document: object,
): Promise<void> => {
  const url = externalUrlOf(forge, check)
  const rule = { id: check.id, name: check.name, external_url: url }
  await forge.outbound.post({
    url,
    headers: { 'content-type': 'application/json', 'user-agent': `GitLab/${forge.instance.release}` },
    body: JSON.stringify({ ...document, external_approval_rule: rule }),
    timeoutMs: TIMEOUT_MS,
    reach: projectReach(forge.settings.current()),
  })
}
