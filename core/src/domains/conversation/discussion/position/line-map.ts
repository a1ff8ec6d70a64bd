/** So many lines of the old file stand where so many of the new one do. */
interface Hunk {
  readonly oldStart: number
  readonly oldCount: number
  readonly newStart: number
  readonly newCount: number
  readonly lines: ReadonlyArray<DiffLine>
}

/** A line of a diff with where both files stand at it. */
interface DiffLine {
  readonly kind: 'added' | 'removed' | 'unchanged'
  readonly oldAt: number
  readonly newAt: number
}

/** Two numbers of one line; the one it does not have is null. */
export interface LinePair {
  readonly oldLine: number | null
  readonly newLine: number | null
}

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/
const KINDS: ReadonlyMap<string, DiffLine['kind']> = new Map([
  ['+', 'added'],
  ['-', 'removed'],
  [' ', 'unchanged'],
])

const hunkFrom = (header: RegExpExecArray, body: ReadonlyArray<string>): Hunk => {
  const [, oldStart, oldCount, newStart, newCount] = header
  const counts = { oldCount: Number(oldCount ?? 1), newCount: Number(newCount ?? 1) }
  const lines: Array<DiffLine> = []
  let [oldAt, newAt] = [Number(oldStart), Number(newStart)]
  for (const text of body) {
    const kind = KINDS.get(text.charAt(0))
    if (kind === undefined) continue
    lines.push({ kind, oldAt, newAt })
    if (kind !== 'added') oldAt++
    if (kind !== 'removed') newAt++
  }
  return { oldStart: Number(oldStart), newStart: Number(newStart), ...counts, lines }
}

const hunksOf = (patch: string): ReadonlyArray<Hunk> => {
  const hunks: Array<Hunk> = []
  const lines = patch.split('\n')
  for (let at = 0; at < lines.length; ) {
    const header = HEADER.exec(lines[at] as string)
    let end = at + 1
    while (end < lines.length && !(lines[end] as string).startsWith('@@')) end++
    if (header !== null) hunks.push(hunkFrom(header, lines.slice(at + 1, end)))
    at = end
  }
  return hunks
}

/** Which lines of one file are which lines of another, as a patch tells it. */
export interface LineMap {
  /** The same line in the new file; undefined where it was removed. */
  readonly oldToNew: (line: number) => number | undefined
  /** The same line in the old file; undefined where it was added. */
  readonly newToOld: (line: number) => number | undefined
  /** Where both files stand at a line that the patch shows or that stands unchanged between its hunks; undefined where there is no such line. */
  readonly locate: (pair: LinePair) => { readonly oldAt: number; readonly newAt: number } | undefined
}

/** A hunk without lines on a side names the line before it there. */
const firstOf = (start: number, count: number): number => (count === 0 ? start + 1 : start)

/** Reads a patch (from its first `@@`); without one nothing has changed. Ends of files are not known: lines behind the last one map too. */
export const lineMap = (patch: string): LineMap => {
  const hunks = hunksOf(patch)
  const through = (line: number, isFromOld: boolean): number | undefined => {
    let shift = 0
    for (const hunk of hunks) {
      const [start, count] = isFromOld ? [hunk.oldStart, hunk.oldCount] : [hunk.newStart, hunk.newCount]
      const first = firstOf(start, count)
      if (line < first) break
      if (line < first + count) {
        const found = hunk.lines.find(
          ({ kind, oldAt, newAt }) => kind === 'unchanged' && (isFromOld ? oldAt : newAt) === line,
        )
        return found === undefined ? undefined : isFromOld ? found.newAt : found.oldAt
      }
      shift += isFromOld ? hunk.newCount - hunk.oldCount : hunk.oldCount - hunk.newCount
    }
    return line + shift
  }
  const oldToNew = (line: number): number | undefined => through(line, true)
  return {
    oldToNew,
    newToOld: (line) => through(line, false),
    locate: ({ oldLine, newLine }) => {
      if (oldLine !== null && newLine !== null)
        return oldLine > 0 && oldToNew(oldLine) === newLine ? { oldAt: oldLine, newAt: newLine } : undefined
      for (const { lines } of hunks)
        for (const { kind, oldAt, newAt } of lines) {
          if (kind === 'added' && newAt === newLine) return { oldAt, newAt }
          if (kind === 'removed' && oldAt === oldLine) return { oldAt, newAt }
        }
      return undefined
    },
  }
}
