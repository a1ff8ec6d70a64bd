import { helpOf } from '@forgefold/core/domains/instance/operation'
import { visitorOf } from '../auth/sessions.js'
import { type PlainRoute, plainRoute } from '../http/index.js'
import { formToken } from './form-token.js'
import { html, markdown } from './html.js'
import { page } from './layout.js'
import { signingOutLeadsAway } from './sign-out.js'

/** `/help`: the administrator's help text, and links to the documentation. */
export const helpRoute: PlainRoute = plainRoute({
  method: 'GET',
  path: '/help',
  handle: async (request, _, { forge }) => {
    const visitor = visitorOf(forge, request)
    const token = formToken(forge, request)
    const { texts, support } = helpOf(forge.settings.current())
    const sections = await Promise.all(texts.map((text) => markdown(forge, text)))
    return page({
      title: 'Help',
      user: visitor === undefined ? undefined : { name: visitor.user.name, csrf: token.value },
      headers: token.headers,
      leadsAway: signingOutLeadsAway(forge),
      body: html`<h1>Help</h1>
${sections.map((section) => html`<section class="card">${section}</section>`)}
<section class="card" aria-labelledby="reading"><h2 id="reading">Read on</h2>
<ul class="plain">
${support === undefined ? '' : html`<li><a href="${support}">Support</a></li>`}
<li><a href="/-/docs">Guides and reference</a></li>
<li><a href="/-/docs/api">The API</a></li>
<li><a href="/-/deprecations">What changes between API releases</a></li>
</ul></section>`,
    })
  },
})
