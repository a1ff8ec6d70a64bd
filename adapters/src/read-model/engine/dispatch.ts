import type { StoredEvent } from '@forgefold/core/kernel'
import type { Apply, Handlers, Projection, ProjectionContext } from './projection.js'

/** What a projection does with an event. */
export interface EventSubscriber {
  readonly projection: string
  readonly apply: Apply
}

const NO_SUBSCRIBERS: ReadonlyArray<EventSubscriber> = []

interface NamedHandlers {
  readonly projection: string
  readonly handlers: Handlers
}

const byType = (all: ReadonlyArray<NamedHandlers>): ReadonlyMap<string, ReadonlyArray<EventSubscriber>> => {
  const found = new Map<string, Array<EventSubscriber>>()
  for (const { projection, handlers } of all)
    for (const [type, apply] of handlers.byType) {
      const known = found.get(type)
      if (known === undefined) found.set(type, [{ projection, apply }])
      else known.push({ projection, apply })
    }
  return found
}

/** Which projections handle which events, in the order of the projections; a category is looked at with its first event. */
export class Dispatch {
  readonly #handlers = new Map<string, Array<NamedHandlers>>()
  readonly #byCategory = new Map<string, ReadonlyMap<string, ReadonlyArray<EventSubscriber>>>()

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
      for (const one of given) this.#handlersIn(one.category).push({ projection: name, handlers: one })
    }
  }

  handlersOf(category: string, type: string): ReadonlyArray<EventSubscriber> {
    const known = this.#byCategory.get(category) ?? byType(this.#handlersIn(category))
    this.#byCategory.set(category, known)
    return known.get(type) ?? NO_SUBSCRIBERS
  }

  #handlersIn(category: string): Array<NamedHandlers> {
    const known = this.#handlers.get(category) ?? []
    this.#handlers.set(category, known)
    return known
  }
}
