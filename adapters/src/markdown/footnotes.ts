import type MarkdownIt from 'markdown-it'
import type { RenderEnv } from './env.js'

const DEFINITION = /^\[\^([^\]\s]{1,100})\]:[ \t]*(.*)$/s
const CITATION = /^\[\^([^\]\s]{1,100})\]/

type BlockRule = Parameters<MarkdownIt['block']['ruler']['before']>[2]
type InlineRule = Parameters<MarkdownIt['inline']['ruler']['before']>[2]

/** `[^note]: what it says`, over several lines up to an empty one. */
const define: BlockRule = (state, start, end, silent) => {
  const env = state.env as RenderEnv
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
  const [, label, first] = DEFINITION.exec(lineAt(start)) ?? []
  if (label === undefined) return false
  if (silent) return true
  const said = [first]
  let next = start + 1
  while (next < end && !state.isEmpty(next) && !DEFINITION.test(lineAt(next))) said.push(lineAt(next++))
  if (!env.footnotes.has(label)) env.footnotes.set(label, said.join('\n'))
  state.line = next
  return true
}

/** `[^note]`, where such a footnote is there. */
const cite: InlineRule = (state, silent) => {
  const env = state.env as RenderEnv
  const [whole, label = ''] = CITATION.exec(state.src.slice(state.pos, state.pos + 110)) ?? []
  if (whole === undefined || !env.footnotes.has(label)) return false
  if (!silent) {
    const number = env.cited.get(label) ?? env.cited.size + 1
    env.cited.set(label, number)
    const token = state.push('html_inline', '', 0)
    token.content = `<sup class="footnote-ref"><a href="#fn-${number}" id="fnref-${number}">${number}</a></sup>`
  }
  state.pos += whole.length
  return true
}

/** Footnotes: those that the text refers to are listed at its end, in the order of their first mention. */
export const footnotes = (parser: MarkdownIt): void => {
  parser.block.ruler.before('reference', 'footnotes', define, { alt: ['paragraph'] })
  parser.inline.ruler.before('link', 'footnotes', cite)
  parser.core.ruler.push('footnotes', (state) => {
    const env = state.env as RenderEnv
    // The text of a footnote is rendered separately, inside this rendering.
    if (state.inlineMode || env.cited.size === 0) return
    const items: Array<string> = []
    // A footnote may refer to another, which is then listed after it.
    for (const [label, number] of env.cited) {
      const said = parser.renderInline(env.footnotes.get(label) ?? '', env)
      const back = `<a href="#fnref-${number}" class="footnote-backref">↩</a>`
      items.push(`<li id="fn-${number}">\n<p>${said} ${back}</p>\n</li>`)
    }
    const token = new state.Token('html_block', '', 0)
    token.content = `<section class="footnotes">\n<ol>\n${items.join('\n')}\n</ol>\n</section>\n`
    state.tokens.push(token)
  })
}
