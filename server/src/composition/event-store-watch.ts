import { setTimeout as pause } from 'node:timers/promises'
import type { EventStoreProbe } from './event-store.js'

/** How long a start waits for its event store, and its callbacks. */
export interface WatchOptions {
  /** Milliseconds after which waiting for the store is given up. */
  readonly timeout: number
  readonly tell: (line: string) => void
}

/** Watches the event store while a server starts. */
export interface EventStoreWatch {
  /** Resolves when the store is reached for the first time. */
  readonly reached: Promise<void>
  /** Resolves with the reason where the start has to end: a permanent failure, or the time-out. */
  readonly givenUp: Promise<string>
  readonly stop: () => Promise<void>
}

const ASK_EVERY_MS = 500
const PROGRESS_INTERVAL_MS = 3_000

/** Probes the store until it is stopped: the store may also become unavailable again during the start. */
export const watchEventStore = (probe: EventStoreProbe, { timeout, tell }: WatchOptions): EventStoreWatch => {
  let reach = (): void => undefined
  let giveUp = (_: string): void => undefined
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const givenUp = new Promise<string>((resolve) => {
    giveUp = resolve
  })
  const stopped = new AbortController()
  let awaySince: number | undefined
  let reportedAt = Number.NEGATIVE_INFINITY

  /** True where waiting is useless. */
  const isWaitedOut = (why: string, askedAt: number): boolean => {
    awaySince ??= askedAt
    const now = performance.now()
    if (now - reportedAt >= PROGRESS_INTERVAL_MS) {
      reportedAt = now
      tell(`waiting for the event store: ${why}`)
    }
    if (now - awaySince < timeout) return false
    giveUp(`the event store did not come within ${timeout / 1000} s: ${why}`)
    return true
  }

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const askedAt = performance.now()
      const found = await probe.ask()
      if (stopped.signal.aborted) return
      switch (found.kind) {
        case 'Refused':
          return giveUp(found.why)
        case 'Away':
          if (isWaitedOut(found.why, askedAt)) return
          break
        case 'Reached':
          awaySince = undefined
          reach()
      }
      await pause(ASK_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    reached,
    givenUp,
    stop: async () => {
      stopped.abort()
      await running
      await probe.close()
    },
  }
}
