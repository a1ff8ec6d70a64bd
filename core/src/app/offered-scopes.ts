import type { Scope } from '../access/principal.js'
import { releaseHas } from '../releases/index.js'

/**
 * The scopes among these that the release knows.
 *
 * @example
 * assert.deepEqual(offeredScopes(['api', 'admin_mode'], '14.0'), ['api'])
 */
export const offeredScopes = <S extends Scope>(scopes: ReadonlyArray<S>, release: string): ReadonlyArray<S> =>
  releaseHas('tokens.admin_mode_scope', release) ? scopes : scopes.filter((scope) => scope !== 'admin_mode')
