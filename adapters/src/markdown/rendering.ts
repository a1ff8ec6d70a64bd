import { createRequire } from 'node:module'
import type { ReferenceLinks } from '@forgefold/core/ports'
import type MarkdownIt from 'markdown-it'
import type sanitizeHtml from 'sanitize-html'
import { codeBlocks } from './code-blocks.js'
import { diagrams } from './diagrams.js'
import { renderEnv } from './env.js'
import { footnotes } from './footnotes.js'
import { type ImageAddresses, type ImageSources, imageAddressesFrom } from './image-addresses.js'
import { inlineDiffs } from './inline-diffs.js'
import { references } from './references.js'
import { allowed } from './sanitizing.js'
import { places } from './source-positions.js'
import { taskItems } from './task-items.js'

const require = createRequire(import.meta.url)

/** Struck text is a deletion, as the GitHub Flavored Markdown specification has it. */
const deletions = ({ renderer }: MarkdownIt): void => {
  renderer.rules['s_open'] = () => '<del>'
  renderer.rules['s_close'] = () => '</del>'
}

const loadParser = (pictures: ImageAddresses): MarkdownIt => {
  const Parser = require('markdown-it') as typeof MarkdownIt
  return new Parser({ html: true, linkify: true, typographer: false })
    .use(deletions)
    .use(taskItems)
    .use(places)
    .use(footnotes)
    .use(references)
    .use(inlineDiffs)
    .use(codeBlocks)
    .use(diagrams(pictures))
}

const loadSanitizer = (pictures: ImageAddresses): ((html: string) => string) => {
  const sanitize = require('sanitize-html') as typeof sanitizeHtml
  const options = allowed(sanitize.defaults.allowedTags, pictures)
  return (html) => sanitize(html, options)
}

/** How a text is rendered: as blocks, or as one line without a paragraph. */
export type Form = 'block' | 'inline'

export type Render = (markdown: string, form: Form, links: ReferenceLinks | undefined) => string

/** The two libraries are loaded with the first text: they take as long as all the rest of a start. */
const renderingWith = (pictures: ImageAddresses): Render => {
  let loaded: { readonly parser: MarkdownIt; readonly sanitize: (html: string) => string } | undefined
  return (markdown, form, links) => {
    loaded ??= { parser: loadParser(pictures), sanitize: loadSanitizer(pictures) }
    const { parser, sanitize } = loaded
    const env = renderEnv(markdown, links)
    return form === 'block'
      ? sanitize(parser.render(markdown, env)).trimEnd()
      : sanitize(parser.renderInline(markdown, env))
  }
}

/** Gives the rendering for pictures of some sources; the last one is kept, because these change with the settings, hardly ever. */
export const makeRenderings = (): ((sources: ImageSources) => Render) => {
  let known: { readonly key: string; readonly render: Render } | undefined
  return (sources) => {
    const key = JSON.stringify(sources)
    if (known?.key !== key) known = { key, render: renderingWith(imageAddressesFrom(sources)) }
    return known.render
  }
}
