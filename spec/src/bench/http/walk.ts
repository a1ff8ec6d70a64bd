import {
  accessPages,
  askingOf,
  isOutside,
  makePlace,
  makingOf,
  type Place,
  pathOf,
  type RequestRow,
  registerPeople,
} from '../../matrix/index.js'
import type { Load } from './load.js'
import { remote } from './remote.js'
import type { Product } from './stage.js'

/** One documented GET with everything that it needs. */
export interface Step extends Load {
  readonly pattern: string
}

/** An endpoint as the administrator asks for it, or why it leads nowhere. */
const stepOf = async ({ url, headers }: Product, place: Place, row: RequestRow): Promise<Step | string> => {
  const sent = await makingOf(row)(place, place.people.get('administrator'))
  const query = sent.query === undefined ? '' : `?${sent.query}`
  const address = `${url}/api/v4${pathOf(place, row.path, sent)}${query}`
  const said = { ...headers, ...sent.headers, ...(sent.as === undefined ? {} : { 'PRIVATE-TOKEN': sent.as }) }
  const answer = await fetch(address, { headers: said, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer.status === 200 ? { pattern: row.path, url: address, headers: said } : `${answer.status} ${row.path}`
}

/** Every GET of the access matrix that leads somewhere in a public place, and those that do not. */
export const walkPages = async (
  product: Product,
): Promise<{ readonly steps: ReadonlyArray<Step>; readonly missed: ReadonlyArray<string> }> => {
  const instance = remote(product)
  const asking = askingOf(instance)
  // As fast as it is asked.
  await asking.make('PUT', '/application/settings', { search_rate_limit: 0, raw_blob_request_limit: 0 })
  const place = await makePlace('public', asking, await registerPeople(instance, asking))
  const rows = accessPages().flatMap(({ requests }) => requests)
  const steps = new Map<string, Step>()
  const missed = new Map<string, string>()
  for (const row of rows) {
    if (row.method !== 'GET' || isOutside(row) || steps.has(row.path)) continue
    const step = await stepOf(product, place, row)
    if (typeof step === 'string') missed.set(row.path, step)
    else steps.set(row.path, step)
  }
  for (const path of steps.keys()) missed.delete(path)
  return { steps: [...steps.values()], missed: [...missed.values()] }
}
