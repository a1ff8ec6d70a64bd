import * as E from 'fp-ts/lib/Either.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { userActor } from '../../../../kernel/index.js'
import { personalAccessToken } from '../aggregate.js'

/** Notes that a token was used now, unless a use within the last ten minutes is known, on whichever server. Rejections: `Unavailable`. */
export const noteTokenUse = async (
  forge: Forge,
  input: { readonly tokenId: number; readonly userId: number },
): UseCaseResult<void> => {
  const id = forge.ids.commandId()
  const at = forge.clock.now()
  const context = { id, at, actor: userActor(input.userId), correlationId: id }
  const command = { type: 'NoteUse', at } as const
  return E.map((): void => undefined)(
    await forge.aggregates.execute(personalAccessToken, input.tokenId, command, context),
  )
}
