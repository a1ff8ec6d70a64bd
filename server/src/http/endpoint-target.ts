import { isApi } from './common-headers.js'
import { API_CORS, type CorsPolicy } from './cors.js'
import type { Endpoint } from './route-tables.js'
import type { RouteMatch } from './router.js'

export const corsOf = (
  found: RouteMatch<Endpoint> | undefined,
  method: string,
  path: string,
): CorsPolicy | undefined => {
  if (isApi(path)) return API_CORS
  const target = targetOf(found, method)?.target
  return target?.kind === 'plain' ? target.route.cors : undefined
}

export const targetOf = (
  found: RouteMatch<Endpoint> | undefined,
  method: string,
): { readonly target: Endpoint; readonly names: ReadonlyArray<string> } | undefined => {
  const methods = found?.resource.methods
  return methods?.get(method) ?? (method === 'HEAD' ? methods?.get('GET') : undefined)
}

export const isExemptFromLoadShedding = (target: Endpoint | undefined): boolean =>
  target?.kind === 'plain' && target.route.exemptFromLoadShedding === true

/** Whether a target has nothing to tell of the past. */
export const isOfToday = (target: Endpoint | undefined): boolean =>
  isExemptFromLoadShedding(target) || (target?.kind === 'plain' && target.route.alwaysOfToday === true)
