/** Markdown of the repository as HTML of the site, with the texts of its sections for the search. */
import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import MarkdownIt from 'markdown-it'
import anchors from 'markdown-it-anchor'

/** The way from one page of the site to another, or to a file beside them. */
export const wayTo = (from, to) => posix.relative(posix.dirname(from), to)

const isElsewhere = (link) => /^(?:[a-z]+:|#)/.test(link)

/** Links between files become links between pages; what is no page is shown where the sources are kept. */
const linkOn = (page, site) => (link) => {
  if (isElsewhere(link)) return link
  const [file, anchor] = link.split('#')
  const source = posix.join(posix.dirname(page.source), file).replace(/\/$/, '')
  const target = site.addresses.get(source) ?? site.addresses.get(`${source}/README.md`)
  if (target !== undefined) return wayTo(page.address, target) + (anchor === undefined ? '' : `#${anchor}`)
  if (site.pictures.has(source)) return wayTo(page.address, posix.basename(source))
  return `${site.repository}/blob/main/${link === file ? source : `${source}#${anchor}`}`
}

const rendererFor = (page, site) => {
  const slugger = new GithubSlugger()
  const markdown = new MarkdownIt({ html: true }).use(anchors, {
    slugify: (heading) => slugger.slug(heading),
    permalink: anchors.permalink.headerLink({ safariReaderFix: true }),
  })
  const on = linkOn(page, site)
  markdown.core.ruler.push('links', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      for (const name of ['href', 'src']) if (token.attrGet(name) !== null) token.attrSet(name, on(token.attrGet(name)))
  })
  // A table is wider than a phone: it scrolls by itself, with the keyboard too.
  markdown.renderer.rules.table_open = () => '<div class="table" role="region" aria-label="Table" tabindex="0"><table>'
  markdown.renderer.rules.table_close = () => '</table></div>'
  return markdown
}

const textOf = (tokens) =>
  tokens
    .filter(({ type }) => type === 'inline' || type === 'fence')
    .map(({ type, children, content }) =>
      type === 'fence' ? content : children.map((child) => child.content).join(''),
    )
    .join('\n')

/** What the search finds: the text below each heading, with the heading's address. */
const sectionsOf = (page, tokens) => {
  const starts = tokens.flatMap(({ type }, index) => (type === 'heading_open' ? [index] : []))
  return starts.map((start, index) => ({
    address: index === 0 ? page.address : `${page.address}#${tokens[start].attrGet('id')}`,
    page: page.title,
    title: textOf([tokens[start + 1]]),
    text: textOf(tokens.slice(start + 3, starts[index + 1])),
  }))
}

/** A page's HTML and its sections. */
export const renderPage = (page, site) => {
  const markdown = rendererFor(page, site)
  const tokens = markdown.parse(page.text, {})
  return { html: markdown.renderer.render(tokens, markdown.options, {}), sections: sectionsOf(page, tokens) }
}
