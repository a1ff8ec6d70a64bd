import { createRequire } from 'node:module'
import type { Markdown, ReferenceLinks } from '@forgefold/core/ports'
import type MarkdownIt from 'markdown-it'
import type sanitizeHtml from 'sanitize-html'
import { DeadlineExceeded, withDeadline } from '../deadline/index.js'
import { codeBlocks } from './code-blocks.js'
import { diagrams } from './diagrams.js'
import { renderEnv } from './env.js'
import { footnotes } from './footnotes.js'
import { type Pictures, plainPictures } from './pictures.js'
import { places } from './places.js'
import { references } from './references.js'
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
    a: [
      'href',
      'rel',
      'aria-hidden',
      'data-reference-type',
      'data-user',
      'data-group',
      'data-project',
      'data-issue',
      'data-merge-request',
      'data-iid',
    ],
    pre: ['lang'],
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
  return new Parser({ html: true, linkify: true, typographer: false })
    .use(taskItems)
    .use(places)
    .use(footnotes)
    .use(references)
    .use(codeBlocks)
    .use(diagrams(pictures))
}

const loadSanitizer = (pictures: Pictures): ((html: string) => string) => {
  const sanitize = require('sanitize-html') as typeof sanitizeHtml
  const options = allowed(sanitize.defaults.allowedTags, pictures)
  return (html) => sanitize(html, options)
}

/** So many characters are rendered as they come; of longer texts each step has a time. */
const SHORT = 16 * 1024
/** Milliseconds; a text of a megabyte that people write is rendered in a tenth of it. */
const PATIENCE = 2000

type Render = (markdown: string, links: ReferenceLinks | undefined) => string

/**
 * Renders a long text within a time; one that takes longer is shown as it was written.
 *
 * The links are looked up between two renderings, of which the first only finds the names: what is ended in the middle keeps to itself.
 */
const inTime = (render: Render, asWritten: (markdown: string) => string): Render => {
  const bounded: Render = (markdown, links) => withDeadline(PATIENCE, () => render(markdown, links))
  return (markdown, links) => {
    if (markdown.length <= SHORT) return render(markdown, links)
    try {
      if (links === undefined) return bounded(markdown, undefined)
      const names = new Set<string>()
      bounded(markdown, (name) => void names.add(name))
      const known = new Map([...names].map((name) => [name, links(name)] as const))
      return bounded(markdown, (name) => known.get(name))
    } catch (error) {
      if (error instanceof DeadlineExceeded) return asWritten(markdown)
      throw error
    }
  }
}

/**
 * Markdown in its usual extended dialect: tables, strikethrough, autolinks, task lists, footnotes; HTML in it survives only where harmless.
 *
 * Its two libraries are loaded with the first text: they take as long as all the rest of a start.
 */
export const makeMarkdown = (pictures: Pictures = plainPictures): Markdown => {
  let loaded: { readonly parser: MarkdownIt; readonly sanitize: (html: string) => string } | undefined
  const tools = (): NonNullable<typeof loaded> => {
    loaded ??= { parser: loadParser(pictures), sanitize: loadSanitizer(pictures) }
    return loaded
  }
  const escaped = (markdown: string): string => tools().parser.utils.escapeHtml(markdown)
  const block: Render = (markdown, links) => {
    const { parser, sanitize } = tools()
    return sanitize(parser.render(markdown, renderEnv(markdown, links))).trimEnd()
  }
  const inline: Render = (markdown, links) => {
    const { parser, sanitize } = tools()
    return sanitize(parser.renderInline(markdown, renderEnv(markdown, links)))
  }
  const render = inTime(block, (markdown) => `<p dir="auto">${escaped(markdown)}</p>`)
  const renderInline = inTime(inline, escaped)
  return {
    render: (markdown, links) => (markdown === '' ? '' : render(markdown, links)),
    renderInline: (markdown, links) => renderInline(markdown, links),
  }
}
