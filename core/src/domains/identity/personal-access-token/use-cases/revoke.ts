import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { personalAccessToken } from '../decider.js'

/** Revokes a token for good; who may do so is asked before. Rejections: `RecordNotFound`. */
export const revokeToken =
  (input: { readonly tokenId: number; readonly context: CommandContext }): UseCase<void> =>
  (forge) =>
  async () =>
    E.map((): void => undefined)(
      await forge.aggregates.execute(personalAccessToken, input.tokenId, { type: 'Revoke' }, input.context),
    )
