import { type ItemArea, releaseItems } from '@forgefold/core/releases'
import { type HttpResponse, type PlainRoute, plainRoute } from '../http/index.js'
import { releaseText, standingOf } from '../presenters/release-item.js'
import { escaped } from './html.js'

type Item = (typeof releaseItems)[number]

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 80rem; margin: 0 auto; padding: 1.5rem; }
h1 { line-height: 1.2; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; margin-block: .5rem 2rem; font-size: .875rem; }
th, td { text-align: start; vertical-align: top; padding: .4rem .6rem .4rem 0; overflow-wrap: anywhere; }
tr { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
th[scope=row] { font-weight: 600; }
col.what { width: 20%; } col.standing { width: 9%; } col.date { width: 8.5%; } col.gone { width: 8.5%; }
tr:target { background: color-mix(in srgb, Highlight 25%, transparent); }
.removed code { text-decoration: line-through; }
.deprecated .standing { font-weight: 700; }
.planned, .elsewhere { opacity: .7; }
@media (max-width: 50rem) {
  thead { position: absolute; clip-path: inset(50%); }
  table, tbody, tr, th, td { display: block; }
  tr { padding-block: .5rem; }
  th, td { padding: .1rem 0; }
  td::before { content: attr(data-label) ": "; opacity: .7; }
}
`

const cell = (label: string, text: string | null): string =>
  `<td data-label="${label}">${text === null ? '–' : escaped(text)}</td>`

const removal = ({ planned, until }: Item): string | null =>
  planned === undefined ? (until ?? null) : `${until ?? 'not'} (planned for ${planned})`

const row = (item: Item, release: string): string => {
  const standing = standingOf(item, release)
  const cells = [
    cell('Since', releaseText(item.since)),
    cell('Deprecated', releaseText(item.deprecated)),
    cell('Removed', removal(item)),
    cell('Instead', item.replacedBy ?? null),
    cell('Before', item.before),
    cell('After', item.after),
  ]
  return `<tr id="${escaped(item.id)}" class="${standing}${item.served ? '' : ' elsewhere'}">
<th scope="row"><code>${escaped(item.name)}</code></th><td class="standing" data-label="At ${escaped(release)}">${standing}</td>${cells.join('')}</tr>`
}

const anchor = (area: string): string => area.toLowerCase().replaceAll(' ', '-')

const table = (area: ItemArea, release: string): string => `<h2 id="${anchor(area)}">${escaped(area)}</h2>
<table><colgroup><col class="what"><col class="standing"><col class="date"><col class="date"><col class="gone"></colgroup>
<thead><tr><th>What</th><th>At ${escaped(release)}</th><th>Since</th><th>Deprecated</th><th>Removed</th><th>Instead</th><th>Before</th><th>After</th></tr></thead><tbody>
${releaseItems
  .filter((item) => item.area === area)
  .map((item) => row(item, release))
  .join('\n')}
</tbody></table>`

const AREAS: ReadonlyArray<ItemArea> = [...new Set(releaseItems.map(({ area }) => area))]

/** The whole schedule as a page that works without scripts; each line has its id as an anchor. */
export const deprecationsPage = (release: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>What changes between API releases</title><style>${STYLE}</style></head><body>
<h1>What changes between API releases</h1>
<p>This server speaks release <strong>${escaped(release)}</strong>. Faded lines are about endpoints that it does not serve.
The same as data: <a href="/api/v4/forgefold/deprecations">/api/v4/forgefold/deprecations</a>.</p>
<nav>${AREAS.map((area) => `<a href="#${anchor(area)}">${escaped(area)}</a>`).join('')}</nav>
${AREAS.map((area) => table(area, release)).join('\n')}
</body></html>
`

const CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = (release: string): HttpResponse => ({
  status: 200,
  headers: [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Security-Policy', CSP],
  ],
  body: deprecationsPage(release),
})

/** The page of deprecations, at its own address and beside the documentation of the API. */
export const deprecationPages: ReadonlyArray<PlainRoute> = ['/-/deprecations', '/-/docs/deprecations'].map((path) =>
  plainRoute({ method: 'GET', path, handle: (_request, _params, { forge }) => page(forge.instance.release) }),
)
