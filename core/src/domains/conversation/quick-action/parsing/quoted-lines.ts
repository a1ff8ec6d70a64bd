const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s
const TAG = /^<[^>/][^>]*>\s*$/
const END_TAG = /^<\/[^>]+>\s*$/
const QUOTE = /^>>>\s*$/
const BACKTICKS = /`+/g
/** The first characters of a fence, a tag or a quotation: most lines have none of them and need no further look. */
const MAY_BEGIN = /^[ `~<>]/

/** For each line the next matching one after it; `lines.length` where there is none. */
const everyNext = (lines: ReadonlyArray<string>, fits: RegExp): ReadonlyArray<number> => {
  const next: Array<number> = Array.from({ length: lines.length })
  let found = lines.length
  for (let at = lines.length - 1; at >= 0; at--) {
    next[at] = found
    if (MAY_BEGIN.test(lines[at] as string) && fits.test(lines[at] as string)) found = at
  }
  return next
}

/** The same for a single line, computed when it is first needed. */
const nextOf = (lines: ReadonlyArray<string>, fits: RegExp): ((at: number) => number | undefined) => {
  let every: ReadonlyArray<number> | undefined
  return (at) => {
    every ??= everyNext(lines, fits)
    return every[at]
  }
}

/** The line after the fenced block that begins here; an unclosed one reaches to the end of the text, as in Markdown. */
const behindFence = (lines: ReadonlyArray<string>, from: number): number | undefined => {
  const [, mark = '', info = ''] = FENCE.exec((lines[from] as string).trimEnd()) ?? []
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return undefined
  const letter = mark.charAt(0)
  for (let at = from + 1; at < lines.length; at++) {
    const line = (lines[at] as string).trim()
    if (line.length >= mark.length && line === letter.repeat(line.length)) return at + 1
  }
  return lines.length
}

/** Marks the lines of a paragraph that begin inside a code span. */
const markSpans = (lines: ReadonlyArray<string>, from: number, to: number, quoted: Array<boolean>): void => {
  const runs: Array<{ readonly line: number; readonly length: number }> = []
  for (let line = from; line < to; line++) {
    if (!(lines[line] as string).includes('`')) continue
    for (const [run] of (lines[line] as string).matchAll(BACKTICKS)) runs.push({ line, length: run.length })
  }
  if (runs.length === 0) return
  const lastOf = new Map<number, number>()
  const closing: Array<number | undefined> = Array.from({ length: runs.length })
  for (let at = runs.length - 1; at >= 0; at--) {
    const { length } = runs[at] as (typeof runs)[number]
    closing[at] = lastOf.get(length)
    lastOf.set(length, at)
  }
  for (let at = 0; at < runs.length; at++) {
    const end = closing[at]
    if (end === undefined) continue
    const last = (runs[end] as (typeof runs)[number]).line
    for (let line = (runs[at] as (typeof runs)[number]).line + 1; line <= last; line++) quoted[line] = true
    at = end
  }
}

/** Which lines of a Markdown text are code, HTML or a quotation, and therefore no commands. Takes linear time. */
export const quotedLines = (lines: ReadonlyArray<string>): ReadonlyArray<boolean> => {
  const quoted: Array<boolean> = new Array(lines.length).fill(false)
  const [quoteEnd, tagEnd] = [nextOf(lines, QUOTE), nextOf(lines, END_TAG)]
  const hasSpans = lines.some((line) => line.includes('`'))
  let paragraph = 0
  const endParagraph = (at: number): void => {
    if (hasSpans && paragraph < at) markSpans(lines, paragraph, at, quoted)
  }
  const blockEnd = (at: number): number | undefined => {
    const line = lines[at] as string
    if (!MAY_BEGIN.test(line)) return undefined
    const fence = behindFence(lines, at)
    if (fence !== undefined) return fence
    const end = QUOTE.test(line) ? quoteEnd(at) : TAG.test(line) ? tagEnd(at) : undefined
    return end === undefined || end === lines.length ? undefined : end + 1
  }
  for (let at = 0; at < lines.length; ) {
    const end = blockEnd(at)
    if (end === undefined) {
      const isBlank = (lines[at] as string).trim() === ''
      if (isBlank) endParagraph(at)
      at++
      if (isBlank) paragraph = at
      continue
    }
    endParagraph(at)
    quoted.fill(true, at, end)
    at = end
    paragraph = end
  }
  endParagraph(lines.length)
  return quoted
}
