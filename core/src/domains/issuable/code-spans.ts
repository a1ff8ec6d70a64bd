const FENCE = /^ {0,3}(`{3,}|~{3,})/
const MAY_FENCE = /^[ `~]/

/** The text with its code (fenced blocks, indented blocks, spans) and HTML comments blanked out; line breaks stay. */
export const stripCode = (markdown: string): string => {
  const text = withoutComments(markdown)
  const shownOf = lineReader()
  const kept: Array<string> = []
  let keptTo = 0
  for (let from = 0; from <= text.length; ) {
    const found = text.indexOf('\n', from)
    const end = found < 0 ? text.length : found
    const line = text.slice(from, end)
    const shown = shownOf(line)
    // Unchanged lines are copied together: a text of very many short lines would otherwise become as many strings.
    if (shown !== line) {
      kept.push(text.slice(keptTo, from), shown)
      keptTo = end
    }
    from = end + 1
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(keptTo)
}

/** Takes lines one after another; returns each without its code. */
const lineReader = (): ((line: string) => string) => {
  let fence: string | undefined
  let blankBefore = true
  return (line) => {
    const mark = MAY_FENCE.test(line) ? FENCE.exec(line)?.[1] : undefined
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
      return ''
    }
    if (mark !== undefined) {
      fence = mark
      return ''
    }
    const isIndented: boolean = blankBefore && /^(?: {4}|\t)/.test(line)
    blankBefore = isIndented || line.trim() === ''
    return isIndented ? '' : withoutSpans(line)
  }
}

/** Removes comments and keeps their line breaks; an unclosed comment extends to the end, as in HTML. */
const withoutComments = (markdown: string): string => {
  const kept: Array<string> = []
  let from = 0
  for (let at = markdown.indexOf('<!--'); at >= 0; at = markdown.indexOf('<!--', from)) {
    const end = markdown.indexOf('-->', at + 4)
    const behind = end < 0 ? markdown.length : end + 3
    kept.push(markdown.slice(from, at), markdown.slice(at, behind).replace(/[^\n]+/g, ''))
    from = behind
  }
  return kept.length === 0 ? markdown : kept.join('') + markdown.slice(from)
}

const TICKS = /`+/g

/**
 * A line without its code spans: a span lies between two runs of backticks of the same length.
 *
 * Each run is visited once, whatever their lengths are.
 */
const withoutSpans = (line: string): string => {
  if (!line.includes('`')) return line
  const kept: Array<string> = []
  let from = 0
  let open = 0
  let openEnd = -1
  for (const { index, 0: run } of line.matchAll(TICKS)) {
    const span = Math.min(open, run.length)
    if (span > 0) {
      kept.push(line.slice(from, openEnd - span))
      from = index + span
    }
    open = run.length - span
    openEnd = index + run.length
  }
  return kept.join('') + line.slice(from)
}
