import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../app/caller.js'
import { withNewCommandId } from '../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../app/forge.js'
import type { Rejection } from '../../kernel/index.js'
import type { IssuableType } from './event-fields.js'
import type { IssuableRef } from './issuable.js'

/** A description without its quick actions, and what executes them. */
export interface DescriptionActions {
  readonly text: string
  /** Undefined where there are none. */
  readonly execute: ((caller: Caller, ref: IssuableRef) => Promise<E.Either<Rejection, unknown>>) | undefined
}

/** Reads quick actions; conversation implements it, and the composition passes it in. */
export interface QuickActions {
  /** `isNew`: the issuable is created with the text. */
  readonly read: (forge: Forge, type: IssuableType, text: string, isNew: boolean) => DescriptionActions
}

declare module '../../app/forge.js' {
  interface Forge {
    readonly quickActions: QuickActions
  }
}

/** A description as a client sends it, and how the issuable is stored with it. */
export interface DescribedWrite<Row> {
  readonly type: IssuableType
  readonly description: string | null | undefined
  readonly isNew: boolean
  /** Stores the issuable, with the description without its quick actions. */
  readonly keep: (description: string | null | undefined) => UseCaseResult<Row>
  readonly refOf: (row: Row) => Omit<IssuableRef, 'type'>
  /** The row after the quick actions; undefined where it is deleted. */
  readonly reread: (row: Row) => Row | undefined
}

/** Stores an issuable with its description, then executes the quick actions in it. Rejections: those of `keep`; `Unavailable`. */
export const saveWithQuickActions = async <Row>(
  forge: Forge,
  caller: Caller,
  { type, description, isNew, keep, refOf, reread }: DescribedWrite<Row>,
): UseCaseResult<Row> => {
  const read = typeof description === 'string' ? forge.quickActions.read(forge, type, description, isNew) : undefined
  const kept = await keep(read?.text ?? description)
  if (E.isLeft(kept) || read?.execute === undefined) return kept
  const own = { ...caller, context: withNewCommandId(forge, caller.context) }
  const done = await read.execute(own, { type, ...refOf(kept.right) })
  return E.isLeft(done) ? done : E.right(reread(kept.right) ?? kept.right)
}
