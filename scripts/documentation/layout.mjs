/** The frame around each page of the documentation: search, the list of pages, and the way on. */
import { wayTo } from './rendering.mjs'

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const linkTo = (from, page, attributes = '') =>
  `<a href="${wayTo(from.address, page.address)}"${attributes}>${escaped(page.title)}</a>`

const groupOf = (from, name, pages) =>
  `<details${name === from.group ? ' open' : ''}><summary>${escaped(name)}</summary><ul>
${pages.map((page) => `<li>${linkTo(from, page, page === from ? ' aria-current="page"' : '')}</li>`).join('\n')}
</ul></details>`

const contents = (from, pages) =>
  [...new Set(pages.map(({ group }) => group))]
    .map((name) =>
      groupOf(
        from,
        name,
        pages.filter(({ group }) => group === name),
      ),
    )
    .join('\n')

const wayOn = (from, pages) => {
  const place = pages.indexOf(from)
  const [before, after] = [pages[place - 1], pages[place + 1]]
  return `<nav class="on" aria-label="Next pages">
<span>${place > 0 ? `Before: ${linkTo(from, before, ' rel="prev"')}` : ''}</span>
<span>${place >= 0 && after !== undefined ? `Next: ${linkTo(from, after, ' rel="next"')}` : ''}</span>
</nav>`
}

const searchForm = (from, query) => `<form role="search" action="${wayTo(from.address, 'search.html')}">
<label for="q" class="unseen">Search the documentation</label>
<input id="q" name="q" type="search" placeholder="Search" required${query}>
<button>Search</button>
</form>`

/** A whole page; `body` is HTML. */
export const framed = (page, pages, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Forgefold</title>
<link rel="stylesheet" href="${wayTo(page.address, 'site.css')}">
${page.script === undefined ? '' : `<script type="module" src="${page.script}"></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="${wayTo(page.address, 'index.html')}">Forgefold</a>${searchForm(page, page.script === undefined ? '' : ' autofocus')}</header>
<div class="sides">
<nav class="contents" aria-label="Documentation">
${contents(page, pages)}
</nav>
<main id="content">
${body}
${wayOn(page, pages)}
</main>
</div>
</body>
</html>
`
