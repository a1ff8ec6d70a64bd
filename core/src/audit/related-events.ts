import * as E from 'fp-ts/lib/Either.js'
import { type Category, categoryOf, type StoredEvent, type StreamName, streamName } from '../kernel/envelope.js'
import type { Rejection } from '../kernel/rejection.js'
import type { AuditTarget } from './audit-target.js'
import { eachEvent, eventsOfStream, type History } from './each-event.js'
import { referencesOf } from './event-references.js'
import { isInternalEvent } from './target-event-matcher.js'

/** Categories that belong to a project or group and affect everything in it. */
const OF_PLACES: ReadonlySet<string> = new Set([
  'member',
  'group_share',
  'approval_rules',
  'protected_branch',
  'protected_environment',
  'protected_tags',
  'repository',
])

const PLACES: ReadonlySet<string> = new Set(['project', 'group'])

/** Categories whose documents include the document of what they refer to, with everything on which that depends. */
const SHOWING: Readonly<Record<Category, Category>> = { issue_link: 'issue', ssh_key: 'user' }

/** Collects the streams on which the state of a subject depends. */
class Related {
  readonly #history: History
  /** The subject itself, the projects that a group shows as its own, and everything else that its document includes. */
  readonly #own: Set<StreamName>
  readonly #streams = new Map<StreamName, ReadonlyArray<StoredEvent>>()

  constructor(history: History, { streams }: AuditTarget) {
    this.#history = history
    this.#own = new Set(streams)
  }

  /** Adds streams and everything that they refer to, transitively. */
  async add(first: Iterable<StreamName>): Promise<E.Either<Rejection, void>> {
    const open = [...first]
    for (let stream = open.pop(); stream !== undefined; stream = open.pop()) {
      if (this.#streams.has(stream)) continue
      const events = await eventsOfStream(this.#history, stream)
      if (E.isLeft(events)) return events
      this.#streams.set(stream, events.right)
      const shown = this.#own.has(stream) ? SHOWING[categoryOf(stream)] : undefined
      for (const event of events.right)
        for (const named of referencesOf(event)) {
          open.push(named)
          if (categoryOf(named) === shown) this.#own.add(named)
        }
    }
    return E.right(undefined)
  }

  get namespaces(): ReadonlySet<unknown> {
    const found = new Set<unknown>()
    for (const [stream, events] of this.#streams)
      if (categoryOf(stream) === 'project')
        for (const { data } of events) found.add((data as { readonly namespaceId?: unknown }).namespaceId)
    found.delete(undefined)
    return found
  }

  /** Streams elsewhere that refer to the subject itself, or belong to a project or group in which it lies. */
  async speaking(): Promise<E.Either<Rejection, ReadonlySet<StreamName>>> {
    const found = new Set<StreamName>()
    const shown: Array<StreamName> = []
    const owners = this.namespaces
    const walked = await eachEvent(this.#history, {}, (event) => {
      const { stream, type, data } = event
      if (this.#streams.has(stream) || found.has(stream) || isInternalEvent(event)) return undefined
      if (type === 'UserRegistered' && owners.has((data as { readonly namespaceId?: unknown }).namespaceId))
        found.add(stream)
      const hangs = OF_PLACES.has(categoryOf(stream))
      for (const named of referencesOf(event))
        if (this.#own.has(named) || (hangs && PLACES.has(categoryOf(named)) && this.#streams.has(named))) {
          found.add(stream)
          if (categoryOf(stream) === 'project' && categoryOf(named) === 'group') shown.push(stream)
        }
      return undefined
    })
    for (const stream of shown) this.#own.add(stream)
    return E.isLeft(walked) ? walked : E.right(found)
  }

  get events(): ReadonlyArray<StoredEvent> {
    return [...this.#streams.values()].flat().sort((a, b) => a.position - b.position)
  }
}

/**
 * Every event on which the state of a subject may depend, in the order of the history: its own, those of everything it refers to, those that
 * refer to it, and the rules and members of the projects and groups in which it lies. `within`: streams of its parents, where it does not
 * refer to them itself. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * const label = { kind: 'label', id: '1', streams: ['label-1'] }
 * assert.deepEqual((await relatedEvents({ events: fixedHistory([]) }, label)).right, [])
 */
export const relatedEvents = async (
  history: History,
  thing: AuditTarget,
  within: ReadonlyArray<StreamName> = [],
): Promise<E.Either<Rejection, ReadonlyArray<StoredEvent>>> => {
  const related = new Related(history, thing)
  const always = [streamName('settings', 'instance')]
  const forward = await related.add([...thing.streams, ...within, ...always])
  if (E.isLeft(forward)) return forward
  for (;;) {
    const speaking = await related.speaking()
    if (E.isLeft(speaking)) return speaking
    if (speaking.right.size === 0) return E.right(related.events)
    const added = await related.add(speaking.right)
    if (E.isLeft(added)) return added
  }
}
