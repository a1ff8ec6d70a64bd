import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import type { AggregateRepository, Executed } from './aggregate-repository.js'

/** What is written beside the first event of a stream, by its number: to streams that tell of it, which a reactor makes good without it. */
export type Beside = (id: number) => Promise<E.Either<Rejection, unknown>>

/** A reactor that completed what was written first may have begun the stream before the command. */
const begunBefore = async <C, Ev extends DomainEvent, S>(
  forge: { readonly aggregates: AggregateRepository },
  aggregate: Aggregate<C, Ev, S>,
  id: number,
  refused: E.Left<Rejection>,
): Promise<E.Either<Rejection, Executed<S>>> => {
  if (refused.left.kind !== 'Conflict') return refused
  const found = await forge.aggregates.load(aggregate, id)
  return E.isRight(found) && found.right.revision !== undefined
    ? E.right({ ...found.right, position: undefined })
    : refused
}

/** Executes the command that begins a stream, and writes `beside` concurrently. Rejections: those of the command; those of `beside`. */
export const beginBeside = async <C, Ev extends DomainEvent, S>(
  forge: { readonly aggregates: AggregateRepository },
  aggregate: Aggregate<C, Ev, S>,
  id: number,
  begin: () => Promise<E.Either<Rejection, Executed<S>>>,
  beside: Beside | undefined,
): Promise<E.Either<Rejection, Executed<S>>> => {
  if (beside === undefined) return begin()
  const [executed, told] = await Promise.all([begin(), beside(id)])
  const begun = E.isLeft(executed) ? await begunBefore(forge, aggregate, id, executed) : executed
  return E.isLeft(begun) || E.isRight(told) ? begun : told
}
