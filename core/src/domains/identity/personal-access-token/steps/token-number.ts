import type { Forge } from '../../../../app/forge.js'
import { numberAhead } from '../../../../app/numbers.js'

/** The number of a token that is about to be made. */
export const tokenNumber = (forge: Forge): ReturnType<typeof numberAhead> => numberAhead(forge, 'personal_access_token')
