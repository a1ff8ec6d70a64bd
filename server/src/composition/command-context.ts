import { actorOf, type Principal } from '@forgefold/core/access'
import type { CommandContext, Forge } from '@forgefold/core/app'
import type { Ids } from '@forgefold/core/ports'
import type { HttpRequest } from '../http/index.js'

/** The used token, as far as the history may know it. */
const tokenOf = (principal: Principal): { readonly tokenId?: string } => {
  switch (principal.kind) {
    case 'user':
      return { tokenId: `${principal.credential.kind}:${principal.credential.id}` }
    case 'deploy_token':
      return { tokenId: `deploy:${principal.tokenId}` }
    case 'anonymous':
      return {}
  }
}

/** Makes command contexts. */
export const commandContextFor =
  (forge: Pick<Forge, 'clock'>, ids: Ids) =>
  (principal: Principal, request: HttpRequest, requestId: string): CommandContext => ({
    id: ids.commandId(),
    at: forge.clock.now(),
    actor: actorOf(principal),
    correlationId: requestId,
    requestId,
    sourceIp: request.remoteAddress,
    ...tokenOf(principal),
  })
