import { utf8 } from '../../../../app/bytes.js'
import { textOf } from '../../../../app/long-text.js'
import type { LineRange } from './suggestion.js'

const LINE_END = 10
const RETURN = 13

/** The byte range of lines in a file. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Undefined where the file does not have the first line. */
const spanOf = (file: Uint8Array, { first, last }: LineRange): Span | undefined => {
  let start = 0
  for (let line = 1; line < first; line++) {
    const end = file.indexOf(LINE_END, start)
    if (end < 0) return undefined
    start = end + 1
  }
  if (start >= file.length) return undefined
  let end = start
  for (let line = first; line <= last && end < file.length; line++) {
    const found = file.indexOf(LINE_END, end)
    end = found < 0 ? file.length : found + 1
  }
  return { start, end }
}

/** The lines with their line ends; undefined where the file does not have the first line. */
export const linesIn = async (file: Uint8Array, range: LineRange): Promise<string | undefined> => {
  const span = spanOf(file, range)
  if (span === undefined) return undefined
  return textOf(
    (async function* () {
      yield file.subarray(span.start, span.end)
    })(),
  )
}

/** A replacement for some lines of a file. */
export interface LineChange {
  readonly range: LineRange
  readonly to: string
}

const hasReturns = (file: Uint8Array, { start }: Span): boolean => {
  const end = file.indexOf(LINE_END, start)
  return end > 0 && file[end - 1] === RETURN
}

/** The file with lines replaced. Everything else stays byte for byte, and the replaced lines keep their line ends. The changes must not overlap. */
export const withLines = (file: Uint8Array, changes: ReadonlyArray<LineChange>): Uint8Array => {
  const parts: Array<Uint8Array> = []
  let kept = 0
  for (const { range, to } of [...changes].sort((one, other) => one.range.first - other.range.first)) {
    const span = spanOf(file, range)
    if (span === undefined) continue
    const text = hasReturns(file, span) ? to.replaceAll('\n', '\r\n') : to
    parts.push(file.subarray(kept, span.start), ...utf8(text))
    kept = span.end
  }
  parts.push(file.subarray(kept))
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
