import type { Load } from '../http/load.js'
import { ask, type Product } from '../http/stage.js'

/** Rows copied from the one that the API made: its table, how that row is found, and each column that differs, as an SQL expression of `n`. */
export interface Copies {
  readonly table: string
  readonly from: string
  readonly differing: Readonly<Record<string, string>>
}

/** One kind of thing: how the first is made, how its rows are multiplied, and what is asked of it. Paths are relative to `/api/v4`. */
export interface Kind {
  readonly name: string
  readonly make: (product: Product) => Promise<unknown>
  readonly copies: ReadonlyArray<Copies>
  readonly list?: string
  /** A list of which an anonymous caller sees nothing: all copies are private. */
  readonly hidden?: string
  readonly one?: string
  /** A text with `SERIAL` in it becomes another one each time; a method stands where it is no POST. */
  readonly write?: { readonly path: string; readonly body: unknown; readonly method?: 'PUT' }
}

/** The numbers of copies begin behind it; those of what the API makes are lower before, and higher afterwards. */
export const FIRST_COPY = 1_000

export const id = `${FIRST_COPY} + n`
export const copies = (table: string, differing: Readonly<Record<string, string>>, from = 'id = 1'): Copies => ({
  table,
  from,
  differing,
})

export const made =
  (path: string, body: unknown): Kind['make'] =>
  ({ url }) =>
    ask(url, path, body)

export const WRITTEN = '-SERIAL'

export type Request = 'list' | 'hidden' | 'one' | 'write'

/** What is asked of each kind, as loads on one server. */
export const loadsOf = (
  kind: Kind,
  { url, headers }: Pick<Product, 'url' | 'headers'>,
): ReadonlyArray<readonly [Request, Load]> => {
  const base = `${url}/api/v4`
  const loads: Array<readonly [Request, Load]> = []
  if (kind.list !== undefined) loads.push(['list', { url: base + kind.list, headers }])
  if (kind.hidden !== undefined) loads.push(['hidden', { url: base + kind.hidden }])
  if (kind.one !== undefined) loads.push(['one', { url: base + kind.one, headers }])
  if (kind.write !== undefined) {
    const { path, body, method } = kind.write
    const text = JSON.stringify(body)
    loads.push(['write', { url: base + path, headers, body: text, ...(method === undefined ? {} : { method }) }])
  }
  return loads
}
