import type { Reactor } from '@forgefold/core/app'

/** The activity of the reactors of this process since its start. */
export interface ActivityOfReactors {
  readonly busy: number
  readonly processed: number
  /** Failed attempts; each is repeated, or its event parked. */
  readonly failed: number
}

/** Counts the work of reactors: busy reactors, handled events and failed attempts. */
export class ReactorActivity {
  #busy = 0
  #processed = 0
  #failed = 0

  get now(): ActivityOfReactors {
    return { busy: this.#busy, processed: this.#processed, failed: this.#failed }
  }

  /** The same reactor, with its work counted. */
  observed({ name, filter, react }: Reactor): Reactor {
    return {
      name,
      filter,
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
