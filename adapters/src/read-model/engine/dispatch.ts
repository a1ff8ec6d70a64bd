import type { StoredEvent } from '@forgefold/core/kernel'
import type { Apply, Projection, ProjectionContext } from './projection.js'

/** What a projection does with an event. */
export interface EventSubscriber {
  readonly projection: string
  readonly apply: Apply
}

const NO_SUBSCRIBERS: ReadonlyArray<EventSubscriber> = []

/** Which projections handle which events, in the order of the projections. */
export class Dispatch {
  readonly #byCategory = new Map<string, Map<string, Array<EventSubscriber>>>()

  /** `undecodable` is called for events that a codec refuses, with the projection that handles them. */
  constructor(
    projections: ReadonlyArray<Projection>,
    context: Omit<ProjectionContext, 'undecodable'>,
    undecodable: (event: StoredEvent, projection: string, problem: string) => void,
  ) {
    for (const { name, handlers } of projections) {
      const given = handlers({
        ...context,
        undecodable: (event, problems) => undecodable(event, name, problems.join('; ')),
      })
      for (const { category, byType } of given)
        for (const [type, apply] of byType) this.#interestedIn(category, type).push({ projection: name, apply })
    }
  }

  handlersOf(category: string, type: string): ReadonlyArray<EventSubscriber> {
    return this.#byCategory.get(category)?.get(type) ?? NO_SUBSCRIBERS
  }

  #interestedIn(category: string, type: string): Array<EventSubscriber> {
    const byType = this.#byCategory.get(category) ?? new Map<string, Array<EventSubscriber>>()
    this.#byCategory.set(category, byType)
    const interested = byType.get(type) ?? []
    byType.set(type, interested)
    return interested
  }
}
