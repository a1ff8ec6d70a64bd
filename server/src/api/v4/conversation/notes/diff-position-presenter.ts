import { createHash } from 'node:crypto'
import { type DiffPosition, pathOf, type RangeEnd } from '@forgefold/core/domains/conversation/discussion'

/** The line code of a diff line: the SHA-1 of its file, its old and its new number; null where there is no line. */
export const lineCode = (
  position: DiffPosition,
  { oldLine, newLine }: Pick<RangeEnd, 'oldLine' | 'newLine'>,
): string | null => {
  if (oldLine === null && newLine === null) return null
  const file = createHash('sha1').update(pathOf(position)).digest('hex')
  return `${file}_${oldLine ?? 0}_${newLine ?? 0}`
}

const presentEnd = (position: DiffPosition, end: RangeEnd) => ({
  line_code: end.lineCode ?? lineCode(position, end),
  type: end.type,
  old_line: end.oldLine,
  new_line: end.newLine,
})

/** The diff position of a note; its keys depend on the position type. */
export const presentPosition = (position: DiffPosition) => {
  const { lineRange, point } = position
  const shared = {
    base_sha: position.baseSha,
    start_sha: position.startSha,
    head_sha: position.headSha,
    old_path: position.oldPath,
    new_path: position.newPath,
    position_type: position.type,
  }
  if (position.type === 'image')
    return {
      ...shared,
      width: point?.width ?? null,
      height: point?.height ?? null,
      x: point?.x ?? null,
      y: point?.y ?? null,
    }
  return {
    ...shared,
    old_line: position.oldLine,
    new_line: position.newLine,
    line_range:
      lineRange === null
        ? null
        : { start: presentEnd(position, lineRange.start), end: presentEnd(position, lineRange.end) },
  }
}
