/** A code block of a note that suggests a replacement for the note's line. */
export interface SuggestedBlock {
  /** How many lines above the line of the note are replaced too. */
  readonly above: number
  readonly below: number
  /** The replacement, each line with its end. */
  readonly text: string
}

/** The most lines above and below the line of the note that a block may replace, as documented. */
const MAX_LINES = 100
/** Further blocks of a note stay code blocks. */
const MAX_BLOCKS = 100

const FENCE = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\n]*)$/
const RANGE = /^(?:-(\d{1,9}))?(?:\+(\d{1,9}))?$/

interface Opened {
  readonly indent: number
  readonly mark: string
  readonly range: { readonly above: number; readonly below: number } | undefined
}

const linesOf = (digits: string | undefined): number => Math.min(Number(digits ?? 0), MAX_LINES)

/** The lines that a block with this info string replaces; undefined for other languages. A malformed range counts as none. */
const rangeOf = (info: string): Opened['range'] => {
  const [word = ''] = info.trim().split(/[ \t]/, 1)
  const [language, ...parameters] = word.split(':')
  if (language !== 'suggestion') return undefined
  const found = RANGE.exec(parameters.join(':'))
  return { above: linesOf(found?.[1]), below: linesOf(found?.[2]) }
}

const openedBy = (line: string): Opened | undefined => {
  const [, indent = '', mark = '', info = ''] = FENCE.exec(line) ?? []
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return undefined
  return { indent: indent.length, mark, range: rangeOf(info) }
}

const isClosedBy = (line: string, { mark }: Opened): boolean => {
  const [, , closing = '', rest = ''] = FENCE.exec(line) ?? []
  return closing.startsWith(mark) && rest.trim() === ''
}

const unindented = (line: string, { indent }: Opened): string => {
  let at = 0
  while (at < indent && line[at] === ' ') at++
  return line.slice(at)
}

/** The code blocks of a note that are suggestions; those within quotations and lists are not. */
export const suggestedBlocks = (markdown: string): ReadonlyArray<SuggestedBlock> => {
  const blocks: Array<SuggestedBlock> = []
  let open: Opened | undefined
  let lines: Array<string> = []
  const close = (): void => {
    if (open?.range !== undefined) blocks.push({ ...open.range, text: lines.map((line) => `${line}\n`).join('') })
    open = undefined
    lines = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    if (blocks.length === MAX_BLOCKS) return blocks
    if (open === undefined) open = openedBy(line)
    else if (isClosedBy(line, open)) close()
    else if (open.range !== undefined) lines.push(unindented(line, open))
  }
  close()
  return blocks.slice(0, MAX_BLOCKS)
}
