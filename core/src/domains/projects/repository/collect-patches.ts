import { DeadlineExceeded, type DiffQuery, type FilePatch, type Repository } from '../../../ports/git.js'

/** The limits of a collected diff (docs/reference/behaviour/git.md#diff-limits; each can be set on the instance). */
export interface DiffLimits {
  /** The size in bytes at which the text of a file is dropped. */
  readonly patchBytes: number
  readonly files: number
  readonly lines: number
}

/** The bytes allowed per collected file. */
const BYTES_A_FILE = 5 * 1024

export interface CollectedPatches {
  readonly patches: ReadonlyArray<FilePatch>
  /** A limit was reached: the diff is incomplete. */
  readonly overflow: boolean
  /** The limit was the time limit. */
  readonly late?: true
}

/** Reads a diff up to its limits; the file that exceeds one is left out, with all that follow. */
export const collectPatches = async (
  git: Pick<Repository, 'patches'>,
  query: DiffQuery,
  limits: DiffLimits,
): Promise<CollectedPatches> => {
  const patches: Array<FilePatch> = []
  let lines = 0
  let bytes = 0
  const { patchBytes, files } = limits
  try {
    for await (const patch of git.patches({ ...query, patchBytes, maxFiles: files + 1 })) {
      lines += patch.lines
      bytes += patch.bytes
      if (patches.length >= files || lines >= limits.lines || bytes >= files * BYTES_A_FILE)
        return { patches, overflow: true }
      patches.push(patch)
    }
  } catch (error) {
    if (error instanceof DeadlineExceeded) return { patches, overflow: true, late: true }
    throw error
  }
  return { patches, overflow: false }
}
