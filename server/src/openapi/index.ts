/** The OpenAPI document and its page, generated from the route table. Used by the composition. */
import type { Instance } from '@forgefold/core/app'
import { API_BASE, once, type PlainRoute, plainRoute, type Route } from '../http/index.js'
import { page } from '../pages/layout.js'
import { openApiDocument } from './document.js'
import { apiPage } from './openapi-page.js'

export { openApiDocument } from './document.js'
export { answersFile } from './file-parts.js'
export { answerSchema } from './operation.js'
export { REFUSAL, refusalTypes } from './refusals.js'

/** The endpoints that serve the description of the API. */
export const documentationRoutes = (
  routes: () => Promise<ReadonlyArray<Route>>,
  instance: Instance,
): ReadonlyArray<PlainRoute> => {
  // As bytes: they are sent in parts, and not encoded for each reader.
  const document = once(async () => Buffer.from(JSON.stringify(openApiDocument(await routes(), instance))))
  const body = once(async () => apiPage(await routes(), instance))
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
