import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { personalAccessToken } from '../aggregate.js'

/** Revokes a token for good; who may do so is asked before. Rejections: `RecordNotFound`. */
export const revokeToken = async (
  forge: Forge,
  input: { readonly tokenId: number; readonly context: CommandContext },
): UseCaseResult<void> =>
  E.map((): void => undefined)(
    await forge.aggregates.execute(personalAccessToken, input.tokenId, { type: 'Revoke' }, input.context),
  )
