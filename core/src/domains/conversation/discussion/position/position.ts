import * as t from 'io-ts'
import { nullable, oneOf, safeInteger } from '../../../../kernel/codecs.js'
import type { LineMap, LinePair } from './line-map.js'

const POSITION_TYPES = ['text', 'image'] as const

/** One end of a range of lines, as the client sent it. */
const rangeEnd = t.type({
  lineCode: nullable(t.string),
  type: nullable(t.string),
  oldLine: nullable(safeInteger),
  newLine: nullable(safeInteger),
})
export type RangeEnd = Readonly<t.TypeOf<typeof rangeEnd>>

/** A position in a diff: a line of text, or a point of an image. */
export const position = t.type({
  type: oneOf(POSITION_TYPES),
  /** The merge base, the target's head and the source's head of the diff. */
  baseSha: t.string,
  startSha: t.string,
  headSha: t.string,
  oldPath: nullable(t.string),
  newPath: nullable(t.string),
  /** An added line has a new number only, a removed one an old number only, an unchanged one both. */
  oldLine: nullable(safeInteger),
  newLine: nullable(safeInteger),
  lineRange: nullable(t.type({ start: rangeEnd, end: rangeEnd })),
  /** Pixels; images only. */
  point: nullable(
    t.type({
      width: nullable(safeInteger),
      height: nullable(safeInteger),
      x: nullable(safeInteger),
      y: nullable(safeInteger),
    }),
  ),
})
export type DiffPosition = Readonly<t.TypeOf<typeof position>>

/** The commits between which a diff is. */
export type DiffRefs = Pick<DiffPosition, 'baseSha' | 'startSha' | 'headSha'>

export const hasRefs = (of: DiffRefs, refs: DiffRefs): boolean =>
  of.baseSha === refs.baseSha && of.startSha === refs.startSha && of.headSha === refs.headSha

/** The file in the newer of the two commits; in the older one where it is gone. */
export const pathOf = ({ newPath, oldPath }: Pick<DiffPosition, 'newPath' | 'oldPath'>): string =>
  newPath ?? oldPath ?? ''

/** How a file changed from one version of a merge request to the next, and its present diff. */
export interface VersionChange {
  /** From the old merge base to the new one. */
  readonly bases: LineMap
  /** From the old head to the new one. */
  readonly heads: LineMap
  /** From the new merge base to the new head. */
  readonly diff: LineMap
}

/** The same line in the next version; undefined where the discussed lines have changed, so that the position stays as it is. */
export const lineInNextVersion = (
  { oldLine, newLine }: LinePair,
  { bases, heads, diff }: VersionChange,
): LinePair | undefined => {
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
