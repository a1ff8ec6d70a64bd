import type * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../app/command-context.js'
import type { Rejection } from '../../../kernel/index.js'

/** The first members of groups and projects, as these domains need them; the member domain implements it. */
export interface FirstOwners {
  /** Makes the creator of a group or project its owner, without authorisation; repeating it changes nothing. Rejections: those of the store. */
  readonly add: (
    source: 'group' | 'project',
    sourceId: number,
    userId: number,
    context: CommandContext,
  ) => Promise<E.Either<Rejection, unknown>>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly firstOwners: FirstOwners
  }
}
