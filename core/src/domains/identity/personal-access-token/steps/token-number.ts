import type { Forge } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'

/** The number of a token that is about to be created. */
export const tokenNumber = (forge: Forge): ReturnType<typeof prefetchNumber> =>
  prefetchNumber(forge, 'personal_access_token')
