import type { Instance } from '@forgefold/core/app'
import { API_BASE, once, type PlainRoute, plainRoute, type Route } from '../http/index.js'
import { page } from '../pages/layout.js'

/** The endpoints that serve the description of the API, which is written when it is first asked for. */
export const documentationRoutes = (
  routes: () => Promise<ReadonlyArray<Route>>,
  instance: Instance,
): ReadonlyArray<PlainRoute> => {
  // As bytes: they are sent in parts, and not encoded for each reader.
  const document = once(async () => {
    const { openApiDocument } = await import('./document.js')
    return Buffer.from(JSON.stringify(openApiDocument(await routes(), instance)))
  })
  const body = once(async () => (await import('./openapi-page.js')).apiPage(await routes(), instance))
  return [
    plainRoute({
      method: 'GET',
      path: `${API_BASE}/openapi.json`,
      handle: async () => ({
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: await document(),
      }),
    }),
    plainRoute({
      method: 'GET',
      path: '/-/docs/api',
      handle: async () => page({ title: 'The API of this server', width: 'full', body: { html: await body() } }),
    }),
  ]
}
