import type { Position } from '@forgefold/core/kernel'
import type { EventFilter } from '@forgefold/core/ports'
import { ReadReq, sharedMessages } from './grpc-messages.js'
import { positionTo } from './int64.js'
import { serverFilter } from './server-filter.js'

/** A subscription to the whole history after a position, or from its beginning. */
export const subscriptionRequest = (
  after: Position | undefined,
  filter: EventFilter | undefined,
): InstanceType<typeof ReadReq> => {
  const all = new ReadReq.Options.AllOptions()
  if (after === undefined) all.setStart(new sharedMessages.Empty())
  else {
    const { commit, prepare } = positionTo(after)
    all.setPosition(
      new ReadReq.Options.Position().setCommitPosition(String(commit)).setPreparePosition(String(prepare)),
    )
  }
  const options = new ReadReq.Options()
    .setAll(all)
    .setSubscription(new ReadReq.Options.SubscriptionOptions())
    .setUuidOption(new ReadReq.Options.UUIDOption().setString(new sharedMessages.Empty()))
    .setFilter(serverFilter(filter))
  return new ReadReq().setOptions(options)
}
