import type { Forge } from '../../../../app/forge.js'
import { addressedNames } from '../../../review/merge-request/rules/mentions.js'
import { peopleNamed } from '../../../review/merge-request/use-cases/mentions.js'

/** Users that a text speaks to in a project, one by one or as a group. */
export const addressedIn = (forge: Forge, projectId: number, text: string | null | undefined): ReadonlyArray<number> =>
  peopleNamed(forge, addressedNames(text ?? ''), projectId)
