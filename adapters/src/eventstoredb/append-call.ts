import { type Answer, type AppendAnswer, failed } from './append-answer.js'
import { type Failure, failureOf } from './failure.js'

/** The part of the duplex call for appends that is used here. */
export interface Duplex {
  /** False once it was ended here, because another call takes the appends. */
  readonly writable: boolean
  readonly write: (request: Buffer) => boolean
  readonly on: {
    (event: 'data', listener: (answered: AppendAnswer) => void): unknown
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
    duplex.on('data', (answered) => this.#answered(answered))
    duplex.on('error', (error) => this.#end(failureOf(error)))
    const ended = (): void => this.#end({ kind: 'outcomeUnknown', reason: 'the server ended the call' })
    duplex.on('end', ended)
    duplex.on('close', ended)
  }

  append(correlation: string, request: Buffer, timeoutMilliseconds: number): Promise<Answer> {
    return new Promise((resolve) => {
      if (this.#over !== undefined) return resolve({ kind: 'Failed', failure: this.#over })
      if (!this.#duplex.writable) return resolve(failed('unreachable', 'another call takes the appends'))
      const timer = setTimeout(
        () => settle({ ...failed('outcomeUnknown', `no answer within ${timeoutMilliseconds} ms`), timedOut: true }),
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

  #answered({ correlation, answer }: AppendAnswer): void {
    // A late or unknown correlation id has no pending append and is ignored.
    const settle = this.#pending.get(correlation)
    if (settle === undefined) return
    try {
      settle(answer())
    } catch (error) {
      settle(failed('outcomeUnknown', error instanceof Error ? error.message : String(error)))
    }
  }

  #end(failure: Failure): void {
    if (this.#over !== undefined) return
    this.#over = failure
    for (const settle of [...this.#pending.values()]) settle({ kind: 'Failed', failure })
  }
}
