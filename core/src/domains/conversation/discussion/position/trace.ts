import type { LineMap, LinePair } from './line-map.js'

/** How a file came from one version of a merge request to the next, and what its diff is now. */
export interface Passage {
  /** From the old merge base to the new one. */
  readonly bases: LineMap
  /** From the old head to the new one. */
  readonly heads: LineMap
  /** From the new merge base to the new head. */
  readonly diff: LineMap
}

/** The same line in the next version; undefined where what was talked about has changed, so that the position stays where it was said. */
export const tracedLine = ({ oldLine, newLine }: LinePair, { bases, heads, diff }: Passage): LinePair | undefined => {
  const oldNow = oldLine === null ? undefined : bases.oldToNew(oldLine)
  const newNow = newLine === null ? undefined : heads.oldToNew(newLine)
  if (oldLine !== null && newLine !== null)
    return oldNow !== undefined && newNow !== undefined && diff.oldToNew(oldNow) === newNow
      ? { oldLine: oldNow, newLine: newNow }
      : undefined
  if (newNow !== undefined) return diff.newToOld(newNow) === undefined ? { oldLine: null, newLine: newNow } : undefined
  if (oldNow !== undefined) return diff.oldToNew(oldNow) === undefined ? { oldLine: oldNow, newLine: null } : undefined
  return undefined
}
