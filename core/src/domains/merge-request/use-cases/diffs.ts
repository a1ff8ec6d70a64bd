import type { Forge } from '../../../app/forge.js'
import { EMPTY_TREE, type FilePatch, type ObjectId } from '../../../ports/git.js'
import { diffLimits } from '../../settings/effects/merge-requests.js'
import type { Version } from '../events.js'
import { collecting, expanding } from '../rules/diff-limits.js'

/** One file of a diff as it is shown. */
export type ShownChange = Pick<FilePatch, 'oldPath' | 'newPath' | 'oldMode' | 'newMode' | 'kind' | 'text'>

export interface ShownDiff {
  readonly changes: ReadonlyArray<ShownChange>
  /** The limits of kept diffs were hit. */
  readonly overflow: boolean
}

const fold = (patches: ReadonlyArray<FilePatch>, limits: Parameters<typeof expanding>[0]): ReadonlyArray<ShownChange> => {
  const expands = expanding(limits, patches.length)
  return patches.map((patch) => (expands({ lines: patch.lines, bytes: patch.text.length }) ? patch : { ...patch, text: '' }))
}

/** The diff of a version, within the limits unless it is wanted raw; a file's own limit always holds (behaviour sheet §9.3). */
export const diffOf = async (
  forge: Forge,
  targetProjectId: number,
  version: Version,
  raw: boolean,
): Promise<ShownDiff> => {
  const { head, base, state } = version
  if (head === null || state === 'empty') return { changes: [], overflow: false }
  const limits = diffLimits(forge.settings.current())
  const fits = collecting(limits)
  const patches: Array<FilePatch> = []
  const from = (base as ObjectId | null) ?? EMPTY_TREE
  const query = { from, to: head as ObjectId, patchBytes: limits.patchBytes }
  for await (const patch of forge.git.of(targetProjectId).patches(query)) {
    if (!raw && !fits({ lines: patch.lines, bytes: patch.text.length })) break
    patches.push(patch)
  }
  return raw ? { changes: patches, overflow: false } : { changes: fold(patches, limits), overflow: state === 'overflow' }
}
