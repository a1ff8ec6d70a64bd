import { type Failure, failureOf } from './failure.js'

/** The part of a read of the client that is used here. */
export interface ReadStream<A> {
  readonly on: {
    (event: 'data', listener: (item: A) => void): unknown
    (event: 'error', listener: (error: unknown) => void): unknown
    (event: 'end' | 'close', listener: () => void): unknown
  }
  readonly pause: () => unknown
  readonly cancel: () => Promise<void>
}

export type ReadResult =
  | { readonly kind: 'Done' }
  | { readonly kind: 'Failed'; readonly failure: Failure; readonly timedOut?: true }

const DONE: ReadResult = { kind: 'Done' }

/** The open reads; closing the store cancels them. */
export class ReadCalls {
  readonly #open = new Set<(result: ReadResult) => void>()

  /**
   * Reads until `take` says false or there is no more, and gives the call back in every case: the client itself would keep it open
   * for ever when one stops early. A read has no deadline of its own: one that stands still for too long is given up.
   */
  read<A>(open: () => ReadStream<A>, take: (item: A) => boolean, timeoutMs: number): Promise<ReadResult> {
    return new Promise((resolve) => {
      const stream = open()
      let over = false
      const finish = (result: ReadResult): void => {
        if (over) return
        over = true
        clearTimeout(timer)
        this.#open.delete(finish)
        stream.pause()
        // Cancelling a call that was never established throws; nothing is left to cancel.
        stream.cancel().then(undefined, () => undefined)
        resolve(result)
      }
      const timer = setTimeout(
        () =>
          finish({
            kind: 'Failed',
            failure: { kind: 'outcomeUnknown', reason: `nothing to read for ${timeoutMs} ms` },
            timedOut: true,
          }),
        timeoutMs,
      )
      this.#open.add(finish)
      stream.on('data', (item) => {
        if (over) return
        timer.refresh()
        try {
          if (!take(item)) finish(DONE)
        } catch (error) {
          finish({ kind: 'Failed', failure: failureOf(error) })
        }
      })
      stream.on('error', (error) => finish({ kind: 'Failed', failure: failureOf(error) }))
      stream.on('end', () => finish(DONE))
      stream.on('close', () =>
        finish({ kind: 'Failed', failure: { kind: 'outcomeUnknown', reason: 'the read broke off' } }),
      )
    })
  }

  end(): void {
    for (const finish of [...this.#open])
      finish({ kind: 'Failed', failure: { kind: 'refused', reason: 'the event store is closed' } })
  }
}
