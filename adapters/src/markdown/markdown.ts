import type { Markdown } from '@forgefold/core/ports'
import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { taskItems } from './task-items.js'

/** What may stand in rendered text: no script, no style, no event handler, no scheme that runs code. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'input', 'del', 'ins', 'details', 'summary'],
  allowedAttributes: {
    '*': ['class', 'dir', 'id', 'title', 'data-sourcepos'],
    a: ['href', 'rel', 'aria-hidden'],
    img: ['src', 'alt', 'width', 'height'],
    input: ['type', 'class', 'disabled', 'checked'],
    td: ['align'],
    th: ['align'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  exclusiveFilter: (frame) => frame.tag === 'input' && frame.attribs['type'] !== 'checkbox',
}

/** Markdown in its usual extended dialect: tables, strikethrough, autolinks, task lists; HTML in it survives only where harmless. */
export const makeMarkdown = (): Markdown => {
  const parser = new MarkdownIt({ html: true, linkify: true, typographer: false }).use(taskItems)
  parser.renderer.rules['paragraph_open'] = (tokens, index) => {
    const token = tokens[index]
    if (token?.hidden === true) return ''
    const [first, last] = token?.map ?? [0, 1]
    return `<p data-sourcepos="${first + 1}:1-${last}:1" dir="auto">`
  }
  return {
    render: (markdown) => (markdown === '' ? '' : sanitizeHtml(parser.render(markdown), ALLOWED).trimEnd()),
    renderInline: (markdown) => sanitizeHtml(parser.renderInline(markdown), ALLOWED),
  }
}
