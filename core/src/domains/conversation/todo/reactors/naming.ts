import type { Forge } from '../../../../app/forge.js'
import { directlyAddressedNames, usersNamed } from '../../../issuable/mentions.js'

/** Users that a text speaks to in a project, one by one or as a group. */
export const addressedIn = (forge: Forge, projectId: number, text: string | null | undefined): ReadonlyArray<number> =>
  usersNamed(forge, directlyAddressedNames(text ?? ''), projectId)
