import type * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../app/command-context.js'
import type { Rejection } from '../../../kernel/index.js'
import type { ProjectRow } from '../project/queries.js'

/** The protection of default branches, as repositories need it; the domain of protected branches implements it. */
export interface DefaultBranchProtection {
  /**
   * Protects the first branch of a project, or leaves it unprotected, according to group or instance; nothing where that was done before.
   * Rejections: `Conflict` where the branch is protected already; `Unavailable`.
   */
  readonly protectFirst: (
    project: Pick<ProjectRow, 'id' | 'groupId'>,
    branch: string,
    context: CommandContext,
  ) => Promise<E.Either<Rejection, unknown>>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly defaultBranchProtection: DefaultBranchProtection
  }
}
