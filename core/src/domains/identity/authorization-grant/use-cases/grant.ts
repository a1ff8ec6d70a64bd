import * as E from 'fp-ts/lib/Either.js'
import type { Scope } from '../../../../access/index.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import type { Instant } from '../../../../kernel/index.js'
import { authorizationGrant } from '../aggregate.js'

export interface GrantAuthorization {
  readonly context: CommandContext
  readonly applicationId: number
  readonly userId: number
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<Scope>
  readonly codeChallenge: string | null
  readonly nonce: string | null
  /** When the user last proved who they are. */
  readonly authenticatedAt: Instant
}

/** Gives a client what a user allowed it, as a code; only the code's digest is kept. */
export const grantAuthorization = async (
  forge: Forge,
  input: GrantAuthorization,
): UseCaseResult<{ readonly code: string }> => {
  const { context, ...details } = input
  const code = forge.secrets.hex(32)
  const command = { type: 'Grant', ...details, at: context.at } as const
  const granted = await forge.aggregates.execute(authorizationGrant, forge.secrets.digest(code), command, context)
  return E.isLeft(granted) ? granted : E.right({ code })
}
