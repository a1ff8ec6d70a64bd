import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../../../../kernel/index.js'
import type { MergeRequestCommand } from '../commands.js'
import type { MergeRequestEvent } from '../events.js'

export type Decision = E.Either<Rejection, ReadonlyArray<MergeRequestEvent>>
export type Of<Type extends MergeRequestCommand['type']> = Extract<MergeRequestCommand, { readonly type: Type }>

/** It already is so, or does not apply. */
export const nothing: Decision = E.right([])

/** Just these events. */
export const only = (...events: ReadonlyArray<MergeRequestEvent>): Decision => E.right(events)
