import type { RunningReadModel } from '@forgefold/adapters/read-model'
import type { Position } from '@forgefold/core/kernel'
import { type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { ForgefoldOptions } from './forgefold-options.js'

/** Brings the read model up to date with the history at the start, and tells how far it is. */
export class CatchUp {
  readonly #options: Pick<ForgefoldOptions, 'onCatchingUp' | 'onProgress'>
  #last: Position | undefined

  constructor(options: Pick<ForgefoldOptions, 'onCatchingUp' | 'onProgress'>) {
    this.#options = options
  }

  readonly onProgress = (position: Position): void => {
    this.#options.onProgress?.(position)
    if (this.#last !== undefined) this.#options.onCatchingUp?.(position, this.#last)
  }

  async run({ projector }: Pick<RunningReadModel, 'projector'>, events: EventStore): Promise<void> {
    if (this.#options.onCatchingUp !== undefined) {
      const last = await lastEvent(events)
      if (E.isRight(last)) this.#last = last.right?.position
    }
    await projector.start()
    this.#last = undefined
  }
}
