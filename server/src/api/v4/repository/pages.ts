import type { Page, PageRequest } from '@forgefold/core/ports'

/** One page of a list that is at hand as a whole. */
export const pageOf = <Row>(all: ReadonlyArray<Row>, { page, perPage }: PageRequest): Page<Row> => ({
  rows: all.slice((page - 1) * perPage, page * perPage),
  total: all.length,
})
