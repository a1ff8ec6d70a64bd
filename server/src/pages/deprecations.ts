import { type ItemArea, releaseItems } from '@forgefold/core/releases'
import { deprecationStatusOf, releaseText } from '../api/v4/instance/deprecations/presenter.js'
import { type PlainRoute, plainRoute } from '../http/index.js'
import { type Html, html } from './html.js'
import { page } from './layout.js'

type Item = (typeof releaseItems)[number]

const cell = (label: string, text: string | null): Html => html`<td data-label="${label}">${text ?? '–'}</td>`

const removal = ({ planned, until }: Item): string | null =>
  planned === undefined ? (until ?? null) : `${until ?? 'not'} (planned for ${planned})`

const row = (item: Item, release: string): Html => {
  const standing = deprecationStatusOf(item, release)
  return html`<tr id="${item.id}" class="${standing}${item.served ? '' : ' elsewhere'}">
<th scope="row"><code>${item.name}</code></th><td class="standing" data-label="At ${release}">${standing}</td>${[
    cell('Since', releaseText(item.since)),
    cell('Deprecated', releaseText(item.deprecated)),
    cell('Removed', removal(item)),
    cell('Instead', item.replacedBy ?? null),
    cell('Before', item.before),
    cell('After', item.after),
  ]}</tr>`
}

const anchor = (area: string): string => area.toLowerCase().replaceAll(' ', '-')

const HEADS = ['Since', 'Deprecated', 'Removed', 'Instead', 'Before', 'After']

const table = (area: ItemArea, release: string): Html => html`<h2 id="${anchor(area)}">${area}</h2>
<table class="schedule"><colgroup><col class="what"><col class="standing"><col class="date"><col class="date"><col class="date"></colgroup>
<thead><tr>${['What', `At ${release}`, ...HEADS].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>
${releaseItems.filter((item) => item.area === area).map((item) => row(item, release))}
</tbody></table>
`

const AREAS: ReadonlyArray<ItemArea> = [...new Set(releaseItems.map(({ area }) => area))]

/** The whole schedule as a page that works without scripts; each row has its id as an anchor. */
const bodyOf = (release: string): Html => html`<h1>What changes between API releases</h1>
<p>This server speaks release <strong>${release}</strong>. Faded lines are about endpoints that it does not serve.
The same as data: <a href="/api/v4/forgefold/deprecations">/api/v4/forgefold/deprecations</a>.</p>
<nav class="areas" aria-label="Areas">${AREAS.map((area) => html`<a href="#${anchor(area)}">${area}</a>`)}</nav>
${AREAS.map((area) => table(area, release))}`

/** The page of deprecations, at its own address and beside the documentation of the API. */
export const deprecationPages: ReadonlyArray<PlainRoute> = ['/-/deprecations', '/-/docs/deprecations'].map((path) =>
  plainRoute({
    method: 'GET',
    path,
    handle: (_request, _params, { forge }) =>
      page({ title: 'What changes between API releases', width: 'full', body: bodyOf(forge.instance.release) }),
  }),
)
