import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Position, Revision } from '@forgefold/core/kernel'
import { type Failure, failureOf } from './failure.js'
import { positionFrom, revisionFrom } from './int64.js'
import { STATUS_UNAVAILABLE, sharedMessages } from './wire.js'

/** What the server says of one append. */
export type Answer =
  | { readonly kind: 'Written'; readonly revision: Revision; readonly position: Position | undefined }
  | { readonly kind: 'WrongRevision'; readonly head: Revision | undefined }
  | { readonly kind: 'TooLarge'; readonly limit: number }
  /** `timedOut`: it may still be under way, another try would only wait behind it. */
  | { readonly kind: 'Failed'; readonly failure: Failure; readonly timedOut?: true }

/** An append that came to nothing known. */
export const failed = (kind: Failure['kind'], reason: string): Extract<Answer, { kind: 'Failed' }> => ({
  kind: 'Failed',
  failure: { kind, reason },
})

const PREFIX = 'event_store.client.'

/** An error inside a batch: a status whose details say by their name what it is. */
const refusalIn = (response: BatchAppendResp): Answer => {
  const status = response.getError()
  const details = status?.getDetails()
  const name = details?.getTypeName() ?? ''
  const reason = status?.getMessage() ?? 'no reason given'
  switch (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name) {
    case 'WrongExpectedVersion': {
      const wrong = details?.unpack(sharedMessages.WrongExpectedVersion.deserializeBinary, name)
      const head = wrong?.hasCurrentStreamRevision() ? revisionFrom(wrong.getCurrentStreamRevision()) : undefined
      return { kind: 'WrongRevision', head }
    }
    case 'MaximumAppendSizeExceeded': {
      const exceeded = details?.unpack(sharedMessages.MaximumAppendSizeExceeded.deserializeBinary, name)
      return { kind: 'TooLarge', limit: exceeded?.getMaxappendsize() ?? 0 }
    }
    case 'StreamDeleted':
      return failed('streamDeleted', 'the stream was deleted for ever, by somebody else')
    case 'AccessDenied':
      return failed('refused', 'access denied')
    case 'BadRequest':
      return failed('refused', reason)
    default:
      // Not ready or too busy: said before anything is done. Whatever else there is may come from behind the write.
      return failed(status?.getCode() === STATUS_UNAVAILABLE ? 'refused' : 'lost', reason)
  }
}

const answerIn = (response: BatchAppendResp): Answer => {
  const success = response.getSuccess()
  if (success === undefined) return refusalIn(response)
  const position = success.getPosition()?.getCommitPosition()
  return {
    kind: 'Written',
    revision: revisionFrom(success.getCurrentRevision()),
    position: position === undefined ? undefined : positionFrom(position),
  }
}

/** The duplex call that appends go over, as much of it as is needed here. */
export interface Duplex {
  readonly write: (request: BatchAppendReq) => boolean
  readonly on: {
    (event: 'data', listener: (response: BatchAppendResp) => void): unknown
    (event: 'error', listener: (error: unknown) => void): unknown
    (event: 'end' | 'close', listener: () => void): unknown
  }
}

/**
 * Many appends over one call, each settled exactly once: by its answer, its time-out, or the end of the call.
 *
 * The client has such a thing too, but there the table of pending appends is shared by all clients of the process, has no time-outs, and
 * throws out of an event handler at an answer it does not expect.
 */
export class AppendCall {
  readonly #pending = new Map<string, (answer: Answer) => void>()
  readonly #duplex: Duplex
  #over: Failure | undefined

  constructor(duplex: Duplex) {
    this.#duplex = duplex
    duplex.on('data', (response) => this.#answered(response))
    duplex.on('error', (error) => this.#end(failureOf(error)))
    const ended = (): void => this.#end({ kind: 'lost', reason: 'the server ended the call' })
    duplex.on('end', ended)
    duplex.on('close', ended)
  }

  append(correlation: string, request: BatchAppendReq, timeoutMilliseconds: number): Promise<Answer> {
    return new Promise((resolve) => {
      if (this.#over !== undefined) return resolve({ kind: 'Failed', failure: this.#over })
      const timer = setTimeout(
        () => settle({ ...failed('lost', `no answer within ${timeoutMilliseconds} ms`), timedOut: true }),
        timeoutMilliseconds,
      )
      const settle = (answer: Answer): void => {
        clearTimeout(timer)
        this.#pending.delete(correlation)
        resolve(answer)
      }
      this.#pending.set(correlation, settle)
      this.#duplex.write(request)
    })
  }

  #answered(response: BatchAppendResp): void {
    // An answer that comes after its time-out, or that nobody asked for, finds nobody.
    const settle = this.#pending.get(response.getCorrelationId()?.getString() ?? '')
    if (settle === undefined) return
    try {
      settle(answerIn(response))
    } catch (error) {
      settle(failed('lost', error instanceof Error ? error.message : String(error)))
    }
  }

  #end(failure: Failure): void {
    if (this.#over !== undefined) return
    this.#over = failure
    for (const settle of [...this.#pending.values()]) settle({ kind: 'Failed', failure })
  }
}
