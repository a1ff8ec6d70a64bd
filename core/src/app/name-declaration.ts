import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Category, DeclarationFacts, DeclaredName, DomainEvent, Rejection } from '../kernel/index.js'
import type { AggregateRepository } from './aggregate-repository.js'

export type Load = AggregateRepository['load']

/** An aggregate that declares names, as other aggregates ask for the names that a stream of it holds. */
export interface NameDeclaration {
  readonly category: Category
  /** Undefined where the stream does not exist. Rejections: as `AggregateRepository.load`. */
  readonly namesOf: (
    load: Load,
    facts: DeclarationFacts,
  ) => Promise<E.Either<Rejection, ReadonlyArray<DeclaredName> | undefined>>
}

/**
 * What an aggregate declares, for the list that the aggregate repository is given.
 *
 * @example
 * import { declarationOf } from '@forgefold/core'
 * import { label } from '@forgefold/core/label'
 * assert.equal(declarationOf(label).category, 'label')
 */
export const declarationOf = <C, Ev extends DomainEvent, S>(aggregate: Aggregate<C, Ev, S>): NameDeclaration => ({
  category: aggregate.category,
  namesOf: async (load, facts) => {
    const loaded = await load(aggregate, facts.id)
    if (E.isLeft(loaded)) return loaded
    const { state, revision } = loaded.right
    return E.right(revision === undefined ? undefined : (aggregate.names?.(state, facts) ?? []))
  },
})
