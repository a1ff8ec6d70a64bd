const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** The text with its code (fenced blocks, indented blocks, spans) and HTML comments blanked out; lines stay lines. */
export const stripCode = (markdown: string): string => {
  const kept: Array<string> = []
  let fence: string | undefined
  let blankBefore = true
  for (const line of withoutComments(markdown).split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
      kept.push('')
      continue
    }
    if (mark !== undefined) {
      fence = mark
      kept.push('')
      continue
    }
    const isIndented: boolean = blankBefore && /^(?: {4}|\t)/.test(line)
    kept.push(isIndented ? '' : line.replace(/(`+)[^`\n]+?\1/g, ''))
    blankBefore = isIndented || line.trim() === ''
  }
  return kept.join('\n')
}

/** Comments go, their line breaks stay; an open end swallows the rest, as in HTML. */
const withoutComments = (markdown: string): string => {
  let text = markdown
  for (let from = text.indexOf('<!--'); from >= 0; from = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', from + 4)
    const comment = text.slice(from, end < 0 ? text.length : end + 3)
    text = text.slice(0, from) + comment.replace(/[^\n]/g, '') + text.slice(from + comment.length)
  }
  return text
}
