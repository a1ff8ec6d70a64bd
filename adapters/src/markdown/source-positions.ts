import type MarkdownIt from 'markdown-it'
import type { RenderEnv } from './env.js'

type Token = ReturnType<MarkdownIt['parse']>[number]

/** Where a block stands in the source, `line:column-line:column` from 1, columns in bytes. */
const placeOf = (tokens: ReadonlyArray<Token>, index: number, { lines }: RenderEnv): string => {
  const [first, end] = tokens[index]?.map ?? [0, 1]
  const begin = lines[first] ?? ''
  const text = tokens[index + 1]?.content.split('\n')[0] ?? ''
  const marker = tokens[index]?.type === 'heading_open' && begin.trimStart().startsWith('#')
  const at = marker ? begin.indexOf('#') : Math.max(0, begin.indexOf(text))
  const last = lines[end - 1] ?? ''
  return `${first + 1}:${Buffer.byteLength(begin.slice(0, at)) + 1}-${end}:${Math.max(1, Buffer.byteLength(last.trimEnd()))}`
}

const plainText = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : ''))
    .join('')

/** The anchor of a heading: its words in lower case, joined by dashes; one that is taken gets a number. */
const anchorOf = (text: string, { anchors }: RenderEnv): string => {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-')
  const base = /^\d+$/.test(words) ? `anchor-${words}` : words
  const taken = anchors.get(base) ?? 0
  anchors.set(base, taken + 1)
  return taken === 0 ? base : `${base}-${taken}`
}

/** The most blocks with a source position, which bounds size and time of the output. */
const MAX_PLACES = 10_000

const hasSourcePosition = ({ counters }: RenderEnv): boolean => counters.places++ < MAX_PLACES

const placeAttribute = (tokens: ReadonlyArray<Token>, index: number, env: RenderEnv): string =>
  hasSourcePosition(env) ? ` data-sourcepos="${placeOf(tokens, index, env)}"` : ''

/** Paragraphs and headings, the first ten thousand of them, tell where they stand in the source; headings have an anchor to link to. */
export const places = (parser: MarkdownIt): void => {
  parser.renderer.rules['paragraph_open'] = (tokens, index, _, env: RenderEnv) =>
    tokens[index]?.hidden === true ? '' : `<p${placeAttribute(tokens, index, env)} dir="auto">`
  parser.renderer.rules['heading_open'] = (tokens, index, _, env: RenderEnv) => {
    if (!hasSourcePosition(env)) return `<${tokens[index]?.tag} dir="auto">\n`
    const anchor = parser.utils.escapeHtml(anchorOf(plainText(tokens[index + 1]), env))
    const link = `<a id="user-content-${anchor}" class="anchor" href="#${anchor}" aria-hidden="true"></a>`
    return `<${tokens[index]?.tag} data-sourcepos="${placeOf(tokens, index, env)}" dir="auto">\n${anchor === '' ? '' : link}`
  }
}
