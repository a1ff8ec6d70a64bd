import type { RequestRow } from '../page.js'
import { auditEventRequests } from './audit-events.js'
import { conanRequests } from './conan.js'
import { conversationRequests } from './conversation.js'
import { deliveryRequests } from './delivery.js'
import { gitRequests } from './git.js'
import { identityRequests } from './identity.js'
import { packageRequests } from './packages.js'
import { peopleRequests } from './people.js'
import { planningRequests } from './planning.js'
import { projectRequests } from './projects.js'
import { repositoryRequests } from './repository.js'
import { reviewRequests } from './review.js'
import { type Making, type Requests, sends } from './sent.js'
import { webhookRequests } from './webhooks.js'

export { pathOf, type Sent } from './sent.js'

const REQUESTS: Requests = {
  ...auditEventRequests,
  ...conanRequests,
  ...conversationRequests,
  ...deliveryRequests,
  ...gitRequests,
  ...identityRequests,
  ...packageRequests,
  ...peopleRequests,
  ...planningRequests,
  ...projectRequests,
  ...repositoryRequests,
  ...reviewRequests,
  ...webhookRequests,
}

const NOTHING = sends(undefined)

/** How to ask for an endpoint: what it needs besides its path, or nothing. */
export const makingOf = ({ method, path, thing }: RequestRow): Making =>
  REQUESTS[`${method} ${path}${thing === '' ? '' : ` ${thing}`}`] ?? NOTHING
