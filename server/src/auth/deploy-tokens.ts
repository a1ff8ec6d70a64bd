import { deployTokenByDigest } from '@forgefold/core/domains/projects/deploy-token'
import { categoryOf, isExpired } from '@forgefold/core/kernel'
import type { TokenKind } from './token-kind.js'

/** Deploy tokens, which belong to a project or group instead of a user. */
export const deployTokens: TokenKind = {
  find: (forge, digest) => {
    const row = deployTokenByDigest(forge, digest)
    if (row === undefined) return undefined
    const { id, projectId, groupId, scopes, username, revoked } = row
    return {
      credential: { kind: 'deploy', id: String(id), scopes: [] },
      userId: undefined,
      isExpired: (now) => isExpired(row, now),
      revoked,
      deploy: { holder: { kind: 'deploy_token', tokenId: id, projectId, groupId, scopes }, username },
    }
  },
  voidedBy: (event) => categoryOf(event.stream) === 'deploy_token' && event.type === 'DeployTokenRevoked',
}
