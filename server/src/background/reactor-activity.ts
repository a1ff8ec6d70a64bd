import type { Reactor } from '@forgefold/core/app'

/** What the reactors of this process do and have done since it started. */
export interface ActivityOfReactors {
  readonly busy: number
  readonly processed: number
  /** Tries that failed; each is tried again, or its event parked. */
  readonly failed: number
}

/** Counts the work of reactors: how many are busy, how many events they handled, how many tries failed. */
export class ReactorActivity {
  #busy = 0
  #processed = 0
  #failed = 0

  get now(): ActivityOfReactors {
    return { busy: this.#busy, processed: this.#processed, failed: this.#failed }
  }

  /** The same reactor, counted. */
  observed({ react, ...reactor }: Reactor): Reactor {
    return {
      ...reactor,
      react: async (forge, event) => {
        this.#busy++
        try {
          await react(forge, event)
          this.#processed++
        } catch (error) {
          this.#failed++
          throw error
        } finally {
          this.#busy--
        }
      },
    }
  }
}

declare module '@forgefold/core/app' {
  interface Forge {
    readonly reactorActivity: ReactorActivity
  }
}
