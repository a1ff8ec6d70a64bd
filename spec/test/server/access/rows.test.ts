import { apiRoutes } from '@forgefold/spec/api-routes'
import { accessPages, credentialTable } from '@forgefold/spec/matrix'
import { describe, expect, it } from 'vitest'

const pages = accessPages()
const endpointsOf = (rows: ReadonlyArray<{ readonly method: string; readonly path: string }>): ReadonlyArray<string> =>
  [...new Set(rows.map(({ method, path }) => `${method} ${path}`))].toSorted()

describe('the matrix of access', () => {
  it('has a row for every endpoint of the API, and no row for another', () => {
    const ofApi = pages.filter(({ name }) => name !== 'git').flatMap(({ requests }) => requests)
    expect(endpointsOf(ofApi)).toEqual(endpointsOf(apiRoutes))
  })
  it.each(pages.map((page) => [page.name, page] as const))('uses every right that it lists: %s', (_, page) => {
    const used = new Set(page.requests.map(({ right }) => right))
    expect([...new Set(page.rights.map(({ right }) => right))].filter((right) => !used.has(right))).toEqual([])
    expect([...used].filter((right) => !page.rights.some((row) => row.right === right))).toEqual([])
  })
  it('uses every column of credentials that it lists', () => {
    const taken = new Set(pages.flatMap(({ requests }) => requests.map(({ takes }) => takes)))
    expect([...(credentialTable()[0]?.cells.keys() ?? [])].toSorted()).toEqual([...taken].toSorted())
  })
})
