import { type Aggregate, type DomainEvent, idOf, type StoredEvent, type StreamName } from '@forgefold/core/kernel'
import type { PersonalData, ReadModel } from '@forgefold/core/ports'
import type { Database } from 'better-sqlite3'
import * as E from 'fp-ts/lib/Either.js'

/** What a projection has access to: its own database and the keys of personal data. It never calls out. */
export interface ProjectionContext {
  readonly db: Database
  readonly personalData: PersonalData
  /** Called for each event that its codec refuses. */
  readonly undecodable: (event: StoredEvent, problems: ReadonlyArray<string>) => void
}

/**
 * Applies one stored event to the rows. `next` is the event behind it in its stream where that one is applied right afterwards, before
 * anything is read: what both would write can then be written once.
 */
export type Apply = (event: StoredEvent, next?: StoredEvent) => void

/** The handlers of one category of streams, by event type. */
export interface Handlers {
  readonly category: string
  readonly byType: ReadonlyMap<string, Apply>
}

/** Queries by their names in the read model; those of a name are made for a database when they are first asked for. */
export type ProjectionQueries = {
  readonly [Name in keyof ReadModel]?: (db: Database) => ReadModel[Name]
}

/** The part of the read model for one domain: its tables, the handlers that fill them, and the queries. */
export interface Projection {
  readonly name: string
  /** Increased when the same events have to produce other rows; the read model is then rebuilt. A changed `schema` has the same effect. */
  readonly version: number
  /** DDL of STRICT tables and their indexes. */
  readonly schema: string
  readonly handlers: (context: ProjectionContext) => ReadonlyArray<Handlers>
  readonly queries: ProjectionQueries
}

type DataOf<Event extends DomainEvent, Type> = Extract<Event, { readonly type: Type }>['data']

/** Handlers by event type; a type without a handler leaves the rows alone. */
export type HandlerTable<Event extends DomainEvent> = {
  readonly [Type in Event['type']]?: (data: DataOf<Event, Type>, event: StoredEvent, next?: StoredEvent) => void
}

/** Most processes see events of few categories, so the handlers of each are made when they are first asked for. */
const handlersOnce = (category: string, make: () => ReadonlyMap<string, Apply>): Handlers => {
  let made: ReadonlyMap<string, Apply> | undefined
  return {
    category,
    get byType() {
      made ??= make()
      return made
    },
  }
}

/**
 * Binds handlers to an aggregate's events, which are decoded and validated first.
 *
 * @example
 * import { label } from '@forgefold/core/label'
 * const handlers = handle({ undecodable: () => undefined }, label, { LabelCreated: () => undefined })
 * assert.equal(handlers.category, 'label')
 */
export const handle = <C, Event extends DomainEvent, S>(
  context: Pick<ProjectionContext, 'undecodable'>,
  aggregate: Pick<Aggregate<C, Event, S>, 'category' | 'events'>,
  table: HandlerTable<Event>,
): Handlers => {
  const appliesByType = (): ReadonlyMap<string, Apply> => {
    const byType = new Map<string, Apply>()
    for (const [type, handler] of Object.entries(table) as ReadonlyArray<
      [string, ((data: unknown, event: StoredEvent, next?: StoredEvent) => void) | undefined]
    >) {
      if (handler === undefined) continue
      byType.set(type, (stored, next) => {
        const decoded = aggregate.events.decode(stored)
        if (E.isLeft(decoded)) context.undecodable(stored, decoded.left.problems)
        else handler(decoded.right.data, stored, next)
      })
    }
    return byType
  }
  return handlersOnce(aggregate.category, appliesByType)
}

/**
 * The same handlers with a listener after each event, for caches in memory.
 *
 * @example
 * const heard = []
 * const handlers = { category: 'label', byType: new Map([['LabelCreated', () => undefined]]) }
 * withListener((event) => heard.push(event), handlers).byType.get('LabelCreated')({ type: 'LabelCreated' })
 * assert.equal(heard.length, 1)
 */
export const withListener = (hear: (event: StoredEvent) => void, handlers: Handlers): Handlers => {
  const heard = ([type, apply]: readonly [string, Apply]): readonly [string, Apply] => [
    type,
    (event, next) => {
      apply(event, next)
      hear(event)
    },
  ]
  return handlersOnce(handlers.category, () => new Map(Array.from(handlers.byType, heard)))
}

/**
 * The numbers in a stream's name, as in `star-7-3`.
 *
 * @example
 * assert.deepEqual(numbersIn('deployment-7'), [7])
 */
export const numbersIn = (stream: StreamName): ReadonlyArray<number> => idOf(stream).split('-').map(Number)
