import type { Header } from './message.js'
import type { RequestContext } from './route.js'
import { withoutSecrets } from './secret-params.js'

/** The link to the next page of a list that is paged by key: the same request with some parameters changed. */
export const linkToNext = (
  { baseUrl, request }: Pick<RequestContext, 'baseUrl' | 'request'>,
  changes: Readonly<Record<string, string>>,
): Header => {
  const query = new URLSearchParams(withoutSecrets(request.query))
  for (const [name, value] of Object.entries(changes)) query.set(name, value)
  return ['Link', `<${baseUrl}${request.path}?${query}>; rel="next"`]
}
