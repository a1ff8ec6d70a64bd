import { splitAtReferences, type TextPiece } from '@forgefold/core/domains/issuable'
import type { ReferenceLink } from '@forgefold/core/ports'
import type MarkdownIt from 'markdown-it'
import type { RenderEnv } from './env.js'

type State = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0]
type Token = State['tokens'][number]

const linked = (parser: MarkdownIt, text: string, { href, title, kind, data }: ReferenceLink): string => {
  const { escapeHtml } = parser.utils
  const facts = Object.entries({ 'reference-type': kind, ...data }).map(
    ([name, value]) => ` data-${name}="${escapeHtml(String(value))}"`,
  )
  const css = kind === 'user' ? 'gfm-project_member' : `gfm-${kind}`
  const open = `<a href="${escapeHtml(href)}"${facts.join('')} class="gfm ${css}" title="${escapeHtml(title)}">`
  return `${open}${escapeHtml(text)}</a>`
}

/** Users, groups, issues and merge requests that a text names become links, as far as `links` of the rendering knows them. */
export const references = (parser: MarkdownIt): void => {
  const replaced = (state: State, token: Token): ReadonlyArray<Token> => {
    const { links } = state.env as RenderEnv
    return splitAtReferences(token.content).map((piece: TextPiece) => {
      const link = piece.isName ? links?.(piece.text) : undefined
      const made = new state.Token(link === undefined ? 'text' : 'html_inline', '', 0)
      made.content = link === undefined ? piece.text : linked(parser, piece.text, link)
      return made
    })
  }
  parser.core.ruler.before('text_join', 'references', (state) => {
    if ((state.env as RenderEnv).links === undefined) return
    for (const block of state.tokens) {
      if (block.children === null) continue
      let depth = 0
      block.children = block.children.flatMap((token) => {
        if (token.type === 'link_open' || /^<a[\s>]/i.test(token.content)) depth++
        if (token.type === 'link_close' || /^<\/a\s*>/i.test(token.content)) depth--
        return token.type === 'text' && depth <= 0 ? replaced(state, token) : [token]
      })
    }
  })
}
