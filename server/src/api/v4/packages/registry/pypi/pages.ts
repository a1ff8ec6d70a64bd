const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** A link of an index page. */
export interface Link {
  readonly text: string
  readonly href: string
  /** The supported Python versions (PEP 345), where they are declared. */
  readonly requiresPython?: string | undefined
}

const anchor = ({ text, href, requiresPython }: Link): string => {
  const needs = requiresPython === undefined ? '' : ` data-requires-python="${escaped(requiresPython)}"`
  return `    <a href="${escaped(href)}"${needs}>${escaped(text)}</a><br>`
}

/** A page of the simple index (PEP 503). */
export const indexPage = (title: string, links: ReadonlyArray<Link>): string =>
  `<!DOCTYPE html>
<html>
  <head>
    <meta name="pypi:repository-version" content="1.0">
    <title>${escaped(title)}</title>
  </head>
  <body>
    <h1>${escaped(title)}</h1>
${links.map(anchor).join('\n')}
  </body>
</html>
`
