/** Access tokens of projects and groups: personal access tokens of a bot user who is a member of one of them. */
export { createAccessToken, type NewAccessToken } from './use-cases/create.js'
export {
  type AccessToken,
  type AccessTokenRef,
  getAccessToken,
  type ListAccessTokens,
  listAccessTokens,
} from './use-cases/find.js'
export { revokeAccessToken, rotateAccessToken } from './use-cases/replace.js'
export { takeBackAccessTokens } from './use-cases/take-back.js'
