import type { Forge } from '../../../app/forge.js'
import { addressedNames } from '../../merge-request/rules/mentions.js'

/** Users that a text speaks to. */
export const addressedIn = (forge: Forge, text: string | null | undefined): ReadonlyArray<number> =>
  addressedNames(text ?? '').flatMap((name) => forge.read.users.byUsername(name)?.id ?? [])
