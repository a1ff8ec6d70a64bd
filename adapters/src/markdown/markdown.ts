import { createRequire } from 'node:module'
import type { Markdown } from '@forgefold/core/ports'
import type MarkdownIt from 'markdown-it'
import type sanitizeHtml from 'sanitize-html'
import { diagrams } from './diagrams.js'
import { type Pictures, plainPictures } from './pictures.js'
import { taskItems } from './task-items.js'

const require = createRequire(import.meta.url)

/** A picture that comes from elsewhere keeps its own address beside; nobody else may write that one. */
const rerouted = (
  { 'data-canonical-src': _, ...attribs }: sanitizeHtml.Attributes,
  { instead }: Pictures,
): sanitizeHtml.Attributes => {
  const { src } = attribs
  const other = src === undefined ? undefined : instead(src)
  return src === undefined || other === undefined ? attribs : { ...attribs, src: other, 'data-canonical-src': src }
}

/** What may stand in rendered text: no script, no style, no event handler, no scheme that runs code. */
const allowed = (usual: ReadonlyArray<string>, pictures: Pictures): sanitizeHtml.IOptions => ({
  allowedTags: [...usual, 'img', 'input', 'del', 'ins', 'details', 'summary'],
  allowedAttributes: {
    '*': ['class', 'dir', 'id', 'title', 'data-sourcepos'],
    a: ['href', 'rel', 'aria-hidden'],
    img: ['src', 'alt', 'width', 'height', 'data-canonical-src', 'data-diagram'],
    input: ['type', 'class', 'disabled', 'checked'],
    td: ['align'],
    th: ['align'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  transformTags: { img: (tagName, attribs) => ({ tagName, attribs: rerouted(attribs, pictures) }) },
  exclusiveFilter: (frame) => frame.tag === 'input' && frame.attribs['type'] !== 'checkbox',
})

const loadParser = (pictures: Pictures): MarkdownIt => {
  const Parser = require('markdown-it') as typeof MarkdownIt
  const parser = new Parser({ html: true, linkify: true, typographer: false }).use(taskItems).use(diagrams(pictures))
  parser.renderer.rules['paragraph_open'] = (tokens, index) => {
    const token = tokens[index]
    if (token?.hidden === true) return ''
    const [first, last] = token?.map ?? [0, 1]
    return `<p data-sourcepos="${first + 1}:1-${last}:1" dir="auto">`
  }
  return parser
}

const loadSanitizer = (pictures: Pictures): ((html: string) => string) => {
  const sanitize = require('sanitize-html') as typeof sanitizeHtml
  const options = allowed(sanitize.defaults.allowedTags, pictures)
  return (html) => sanitize(html, options)
}

/**
 * Markdown in its usual extended dialect: tables, strikethrough, autolinks, task lists; HTML in it survives only where harmless.
 *
 * Its two libraries are loaded with the first text: they take as long as all the rest of a start.
 */
export const makeMarkdown = (pictures: Pictures = plainPictures): Markdown => {
  let loaded: { readonly parser: MarkdownIt; readonly sanitize: (html: string) => string } | undefined
  const tools = (): NonNullable<typeof loaded> => {
    loaded ??= { parser: loadParser(pictures), sanitize: loadSanitizer(pictures) }
    return loaded
  }
  return {
    render: (markdown) => {
      if (markdown === '') return ''
      const { parser, sanitize } = tools()
      return sanitize(parser.render(markdown)).trimEnd()
    },
    renderInline: (markdown) => {
      const { parser, sanitize } = tools()
      return sanitize(parser.renderInline(markdown))
    },
  }
}
