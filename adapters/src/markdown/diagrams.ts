import type MarkdownIt from 'markdown-it'
import type { ImageAddresses } from './image-addresses.js'

/** Replaces fenced code in a diagram language by an image of the diagram; blank code stays code. */
export const diagrams =
  ({ diagram }: ImageAddresses) =>
  (parser: MarkdownIt): void => {
    const asCode = parser.renderer.rules.fence
    parser.renderer.rules.fence = (tokens, index, options, env, self) => {
      const token = tokens[index]
      const language = token?.info.trim().split(/\s+/)[0] ?? ''
      const source = token?.content ?? ''
      const address = source.trim() === '' ? undefined : diagram(language, source)
      if (address === undefined) return asCode?.(tokens, index, options, env, self) ?? ''
      const { escapeHtml } = parser.utils
      return `<img class="${escapeHtml(language)}" src="${escapeHtml(address)}" data-diagram="${escapeHtml(language)}">\n`
    }
  }
