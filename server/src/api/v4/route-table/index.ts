/** The route table: the routes of each area of the API, known without loading the area. */
import { AUDIT } from './audit.js'
import { CONVERSATION } from './conversation.js'
import { DELIVERY } from './delivery.js'
import { IDENTITY } from './identity.js'
import { INSTANCE } from './instance.js'
import { PACKAGES } from './packages.js'
import { PLANNING } from './planning.js'
import { PROJECTS } from './projects.js'
import { REVIEW } from './review.js'
import { WEBHOOKS } from './webhooks.js'

/** By context and area, in lines that `endpointsIn` reads. */
export const ROUTE_TABLE: ReadonlyArray<Readonly<Record<string, string>>> = [
  INSTANCE,
  IDENTITY,
  PROJECTS,
  PLANNING,
  DELIVERY,
  REVIEW,
  CONVERSATION,
  PACKAGES,
  WEBHOOKS,
  AUDIT,
]
