import type * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../app/command-context.js'
import type { Rejection } from '../../../kernel/index.js'

/** The first members of groups and projects: the domain of members provides them. */
export interface FirstOwners {
  /** Makes the creator of something its owner; nobody has to allow it, and doing it again changes nothing. Rejections: those of the store. */
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
