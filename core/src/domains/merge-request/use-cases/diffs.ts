import type { Forge } from '../../../app/forge.js'
import { EMPTY_TREE, type FilePatch, type ObjectId } from '../../../ports/git.js'
import { type CollectedPatches, collectPatches } from '../../repository/collect-patches.js'
import { diffLimits } from '../../settings/effects/merge-requests.js'
import type { Version } from '../events.js'
import { expanding } from '../rules/diff-limits.js'

const NOTHING: CollectedPatches = { patches: [], overflow: false }

/** Texts past the safe sizes are folded away. */
const folded = (
  patches: ReadonlyArray<FilePatch>,
  limits: Parameters<typeof expanding>[0],
): ReadonlyArray<FilePatch> => {
  const expands = expanding(limits, patches.length)
  return patches.map((patch) =>
    expands({ lines: patch.lines, bytes: patch.text.length }) ? patch : { ...patch, text: '' },
  )
}

/** The diff of a version, within the limits unless it is wanted raw; a file's own limit always holds (behaviour sheet §9.3). */
export const diffOf = async (
  forge: Forge,
  targetProjectId: number,
  version: Version,
  raw: boolean,
): Promise<CollectedPatches> => {
  const { head, base, state } = version
  if (head === null || state === 'empty') return NOTHING
  const limits = diffLimits(forge.settings.current())
  const git = forge.git.of(targetProjectId)
  const query = { from: (base as ObjectId | null) ?? EMPTY_TREE, to: head as ObjectId }
  if (raw) {
    const patches: Array<FilePatch> = []
    for await (const patch of git.patches({ ...query, patchBytes: limits.patchBytes })) patches.push(patch)
    return { patches, overflow: false }
  }
  const { patches } = await collectPatches(git, query, limits)
  return { patches: folded(patches, limits), overflow: state === 'overflow' }
}
