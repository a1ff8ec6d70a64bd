import type MarkdownIt from 'markdown-it'

/** What opens a marked part of a text, with what closes it and what it is. */
const SIGNS: Readonly<Record<string, readonly [string, 'addition' | 'deletion']>> = {
  '{+': ['+}', 'addition'],
  '[+': ['+]', 'addition'],
  '{-': ['-}', 'deletion'],
  '[-': ['-]', 'deletion'],
}

const OPENS_CODE = /^<(?:code|pre|tt)[\s>]/i
const CLOSES_CODE = /^<\/(?:code|pre|tt)\s*>/i

interface Part {
  readonly text: string
  readonly marked?: string
}

/** Cuts a text at what is marked in it. A sign that nothing closes is looked for once, so long texts of such signs cost their length. */
const partsOf = (text: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  const unclosed = new Set<string>()
  let from = 0
  for (const { 0: open, index } of text.matchAll(/[[{][+-]/g)) {
    const [close, marked] = SIGNS[open] ?? []
    if (index < from || close === undefined || marked === undefined || unclosed.has(open)) continue
    const end = text.indexOf(close, index + 3)
    if (end === -1) {
      unclosed.add(open)
      continue
    }
    parts.push({ text: text.slice(from, index) }, { text: text.slice(index + 2, end), marked })
    from = end + 2
  }
  return [...parts, { text: text.slice(from) }]
}

/** Shows `{+ +}` and `[+ +]` as added, `{- -}` and `[- -]` as deleted, as the activity of merge requests writes them. Code stays as it is. */
export const inlineDiffs = (parser: MarkdownIt): void => {
  parser.core.ruler.after('text_join', 'inline-diffs', (state) => {
    const made = (type: 'text' | 'html_inline', content: string) =>
      Object.assign(new state.Token(type, '', 0), { content })
    const shown = ({ text, marked }: Part) =>
      marked === undefined
        ? [made('text', text)]
        : [
            made('html_inline', `<span class="idiff left right ${marked}">`),
            made('text', text),
            made('html_inline', '</span>'),
          ]
    for (const block of state.tokens) {
      let depth = 0
      block.children =
        block.children?.flatMap((token) => {
          if (token.type === 'html_inline' && OPENS_CODE.test(token.content)) depth++
          if (token.type === 'html_inline' && CLOSES_CODE.test(token.content)) depth--
          return token.type === 'text' && depth <= 0 ? partsOf(token.content).flatMap(shown) : [token]
        }) ?? null
    }
  })
}
