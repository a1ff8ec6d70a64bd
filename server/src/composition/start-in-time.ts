import { setMaxListeners } from 'node:events'
import { probeEventStore } from './event-store.js'
import { type WatchOptions, watchEventStore } from './event-store-watch.js'
import type { ForgefoldOptions } from './forgefold-options.js'
import { rejected } from './store-of-a-start.js'

/**
 * What a start with these options makes; rejects with the reason, which names no credentials, where the event store is in another process and
 * does not come in time, or refuses for good. What was opened meanwhile is closed again.
 */
export const startInTime = async <A extends { readonly close: () => Promise<unknown> }>(
  options: ForgefoldOptions,
  watched: WatchOptions,
  start: (options: ForgefoldOptions) => Promise<A>,
): Promise<A> => {
  const probe = await probeEventStore(options)
  if (probe === undefined) return start(options)
  const store = watchEventStore(probe, watched)
  const givenUp = new AbortController()
  // One listener for each call and subscription of the start.
  setMaxListeners(0, givenUp.signal)
  void store.givenUp.then((why) => givenUp.abort(new Error(why)))
  try {
    await Promise.race([store.reached, rejected(givenUp.signal)])
    const started = await start({ ...options, givenUp: givenUp.signal })
    if (!givenUp.signal.aborted) return started
    // Background work survives failures, those of the store that was given up too.
    await started.close()
    throw givenUp.signal.reason
  } finally {
    // Pending questions to the store need not be waited for.
    void store.stop()
  }
}
