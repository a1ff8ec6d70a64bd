type Side = 'old' | 'new'

/** Lines of one file, by their numbers. */
interface LineRange {
  readonly start: number
  readonly count: number
}

/** Lines of the old file that lines of the new file replace. */
interface Hunk extends Readonly<Record<Side, LineRange>> {
  readonly lines: ReadonlyArray<DiffLine>
}

/** A line of a diff, with the number that it has or would have in either file. */
interface DiffLine extends Readonly<Record<Side, number>> {
  readonly kind: 'added' | 'removed' | 'unchanged'
}

/** The numbers of one line in both files; null where the file does not have it. */
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

/** A range without lines names the line before it in a header. */
const rangeOf = (start: string | undefined, count = '1'): LineRange => ({
  start: Number(start) + Number(Number(count) === 0),
  count: Number(count),
})

const hunkFrom = (header: RegExpExecArray, body: ReadonlyArray<string>): Hunk => {
  const lines: Array<DiffLine> = []
  let [before, after] = [Number(header[1]), Number(header[3])]
  for (const text of body) {
    const kind = KINDS.get(text.charAt(0))
    if (kind === undefined) continue
    lines.push({ kind, old: before, new: after })
    if (kind !== 'added') before++
    if (kind !== 'removed') after++
  }
  return { old: rangeOf(header[1], header[2]), new: rangeOf(header[3], header[4]), lines }
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

/** Translates line numbers between the two files of a patch. */
export interface LineMap {
  /** The same line in the new file; undefined where it was removed. */
  readonly oldToNew: (line: number) => number | undefined
  /** The same line in the old file; undefined where it was added. */
  readonly newToOld: (line: number) => number | undefined
  /** The numbers that both files have at a line that the patch shows, or that stands unchanged between its hunks; undefined where there is no such line. */
  readonly locate: (pair: LinePair) => { readonly oldAt: number; readonly newAt: number } | undefined
}

/** The number of an unchanged line in the file on the other side; undefined where the line is not there. */
const translated = (hunks: ReadonlyArray<Hunk>, line: number, from: Side, to: Side): number | undefined => {
  let shift = 0
  for (const hunk of hunks) {
    const { start, count } = hunk[from]
    if (line < start) break
    if (line < start + count) return hunk.lines.find((one) => one.kind === 'unchanged' && one[from] === line)?.[to]
    shift += hunk[to].count - count
  }
  return line + shift
}

/** Reads a patch (from its first `@@`); without one nothing has changed. The length of the files is not known: lines beyond their ends map too. */
export const lineMap = (patch: string): LineMap => {
  const hunks = hunksOf(patch)
  const oldToNew = (line: number): number | undefined => translated(hunks, line, 'old', 'new')
  return {
    oldToNew,
    newToOld: (line) => translated(hunks, line, 'new', 'old'),
    locate: ({ oldLine, newLine }) => {
      if (oldLine !== null && newLine !== null)
        return oldLine > 0 && oldToNew(oldLine) === newLine ? { oldAt: oldLine, newAt: newLine } : undefined
      const found = hunks
        .flatMap(({ lines }) => lines)
        .find(
          (line) =>
            (line.kind === 'added' && line.new === newLine) || (line.kind === 'removed' && line.old === oldLine),
        )
      return found === undefined ? undefined : { oldAt: found.old, newAt: found.new }
    },
  }
}
