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

/** The projections that handle each category, once they were made for some database: those of every other one handle the same. */
const projectionsOf = new WeakMap<ReadonlyArray<Projection>, ReadonlyMap<string, ReadonlyArray<Projection>>>()

/**
 * Which projections handle which events, in the order of the projections; those of a category are made for the database with its first event,
 * because a replay has events of few categories.
 */
export class Dispatch {
  readonly #projections: ReadonlyArray<Projection>
  readonly #made = new Map<Projection, ReadonlyArray<Handlers>>()
  readonly #make: (projection: Projection) => ReadonlyArray<Handlers>
  readonly #byCategory = new Map<string, ReadonlyMap<string, ReadonlyArray<EventSubscriber>>>()

  /** `undecodable` is called for events that a codec refuses, with the projection that handles them. */
  constructor(
    projections: ReadonlyArray<Projection>,
    context: Omit<ProjectionContext, 'undecodable'>,
    undecodable: (event: StoredEvent, projection: string, problem: string) => void,
  ) {
    this.#projections = projections
    this.#make = ({ name, handlers }) =>
      handlers({ ...context, undecodable: (event, problems) => undecodable(event, name, problems.join('; ')) })
  }

  handlersOf(category: string, type: string): ReadonlyArray<EventSubscriber> {
    const known = this.#byCategory.get(category) ?? byType(this.#handlersIn(category))
    this.#byCategory.set(category, known)
    return known.get(type) ?? NO_SUBSCRIBERS
  }

  #handlersIn(category: string): ReadonlyArray<NamedHandlers> {
    const handling = projectionsOf.get(this.#projections) ?? this.#allByCategory()
    projectionsOf.set(this.#projections, handling)
    return (handling.get(category) ?? []).flatMap((projection) =>
      this.#handlersOf(projection)
        .filter((one) => one.category === category)
        .map((handlers) => ({ projection: projection.name, handlers })),
    )
  }

  #handlersOf(projection: Projection): ReadonlyArray<Handlers> {
    const known = this.#made.get(projection) ?? this.#make(projection)
    this.#made.set(projection, known)
    return known
  }

  #allByCategory(): ReadonlyMap<string, ReadonlyArray<Projection>> {
    const found = new Map<string, Array<Projection>>()
    for (const projection of this.#projections)
      for (const category of new Set(this.#handlersOf(projection).map((one) => one.category))) {
        const known = found.get(category)
        if (known === undefined) found.set(category, [projection])
        else known.push(projection)
      }
    return found
  }
}
