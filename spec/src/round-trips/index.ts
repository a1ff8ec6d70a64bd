/** How often each documented write waits for the event store in a row. */
import { accessRequestChanges } from './changes/access-requests.js'
import { badgesAndLinksChanges } from './changes/badges-and-links.js'
import { conversationChanges } from './changes/conversation.js'
import { deliveryChanges } from './changes/delivery.js'
import { packagesChanges } from './changes/packages.js'
import { peopleChanges } from './changes/people.js'
import { placesChanges } from './changes/places.js'
import { reviewChanges } from './changes/planning-and-review.js'
import { publishingChanges } from './changes/publishing.js'
import { runnerChanges } from './changes/runners.js'
import { webhookChanges } from './changes/webhooks.js'
import { creations } from './creations.js'
import type { Write } from './write.js'

export { npm } from './changes/requests.js'
export { type CountedRounds, countRounds } from './count.js'
export type { Made, Place, Request, Write } from './write.js'

export const documentedWrites: ReadonlyArray<Write> = [
  ...creations,
  ...deliveryChanges,
  ...placesChanges,
  ...accessRequestChanges,
  ...conversationChanges,
  ...reviewChanges,
  ...packagesChanges,
  ...publishingChanges,
  ...runnerChanges,
  ...webhookChanges,
  ...peopleChanges,
  ...badgesAndLinksChanges,
]
