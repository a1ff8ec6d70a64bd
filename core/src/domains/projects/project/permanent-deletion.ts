import type { Day } from '../../../kernel/index.js'
import { type Rejection, refused } from '../../../kernel/rejection.js'

/** Which project or group to delete, and whether at once. */
export interface Deletion<Ref> {
  readonly ref: Ref
  /** Deletes at once what is already marked for deletion. */
  readonly permanently?: boolean
  /** The full path, which must be correct for a permanent deletion. */
  readonly fullPath?: string | undefined
}

/** A project or group to delete. */
interface Deletable {
  readonly markedForDeletionOn: Day | null
  readonly fullPath: string
}

/** Why a project or subgroup is not deleted at once; undefined where it is (docs/reference/behaviour/instance.md#delayed-deletion). */
export const permanentDeletionRefusal = (
  what: 'project' | 'subgroup',
  row: Deletable,
  fullPath: string | undefined,
): Rejection | undefined => {
  const kind = what === 'project' ? 'Project' : 'Group'
  if (row.markedForDeletionOn === null) return refused(`${kind} must be marked for deletion first.`)
  if (row.fullPath === fullPath) return undefined
  return refused(`\`full_path\` is incorrect. You must enter the complete path for the ${what}.`)
}
