import * as E from 'fp-ts/lib/Either.js'
import type { Reader } from '../../../app/caller.js'
import type { Forge } from '../../../app/forge.js'
import type { Rejection } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { accessTo, mayInProject } from '../project/access.js'
import { type ProjectRow, SIZE_ORDERS, type SizeOrder } from '../project/queries.js'
import { fitOf } from '../project/similarity.js'
import { detectedLanguages } from '../repository/detected-languages.js'
import { type StorageSizes, storageSizes } from '../statistics/statistics.js'

/** The conditions and orders of a list of projects that the read model does not know. */
export interface Refinement {
  /** A programming language, case-insensitive. */
  readonly language?: string | undefined
  readonly orderBy: string
  readonly sort: 'asc' | 'desc'
  readonly search?: string | undefined
}

const sizeOrderOf = (orderBy: string): SizeOrder | undefined => SIZE_ORDERS.find((order) => order === orderBy)

const BY_FIT = 'similarity'

/** Whether the read model cannot answer alone. */
export const needsRefinement = ({ language, orderBy }: Refinement): boolean =>
  language !== undefined || orderBy === BY_FIT || sizeOrderOf(orderBy) !== undefined

/** The most projects of a list that are examined; administrators who sort by size have all of them examined. */
const MAX_SCANNED_PROJECTS = 1000

const BATCH = 100

type Listed = E.Either<Rejection, Page<ProjectRow>>

const firstOf = (list: (page: PageRequest) => Listed, most: number): E.Either<Rejection, ReadonlyArray<ProjectRow>> => {
  const rows: Array<ProjectRow> = []
  for (let page = 1; rows.length < most; page++) {
    const found = list({ page, perPage: BATCH })
    if (E.isLeft(found)) return found
    rows.push(...found.right.rows)
    if (found.right.rows.length < BATCH) break
  }
  return E.right(rows)
}

const SIZES: Readonly<Record<SizeOrder, (sizes: StorageSizes) => number>> = {
  repository_size: ({ repositoryBytes }) => repositoryBytes,
  storage_size: (sizes) => Object.values(sizes).reduce((sum: number, bytes: number) => sum + bytes, 0),
  packages_size: ({ packageBytes }) => packageBytes,
  wiki_size: () => 0,
}

/** The sort key of each project; undefined where the list is sorted already. */
const ranks = async (
  forge: Forge,
  rows: ReadonlyArray<ProjectRow>,
  { orderBy, search = '' }: Refinement,
): Promise<ReadonlyMap<number, number> | undefined> => {
  if (orderBy === BY_FIT) return new Map(rows.map((row) => [row.id, fitOf(row, search)]))
  const size = sizeOrderOf(orderBy)
  if (size === undefined) return undefined
  const found = new Map<number, number>()
  for (const { id } of rows) found.set(id, SIZES[size](await storageSizes(forge, id)))
  return found
}

const inLanguage = async (
  forge: Forge,
  { principal }: Reader,
  rows: ReadonlyArray<ProjectRow>,
  language: string,
): Promise<ReadonlyArray<ProjectRow>> => {
  const kept: Array<ProjectRow> = []
  // The languages of a repository are known only to its readers.
  for (const row of rows.filter((one) => mayInProject(accessTo(forge, principal, one), 'download_code')))
    if ((await detectedLanguages(forge, row)).has(language.toLowerCase())) kept.push(row)
  return kept
}

/**
 * A page of a list filtered by language, or sorted by size or by similarity to the search, the most similar first. By language and similarity,
 * only the first projects of the list are examined. Rejections: those of the list.
 */
export const refinedProjects = async (
  forge: Forge,
  reader: Reader,
  list: (page: PageRequest) => Listed,
  refinement: Refinement,
  { page, perPage }: PageRequest,
): Promise<Listed> => {
  const { language, orderBy, sort } = refinement
  const found = firstOf(list, sizeOrderOf(orderBy) === undefined ? MAX_SCANNED_PROJECTS : Infinity)
  if (E.isLeft(found)) return found
  const rows = language === undefined ? found.right : await inLanguage(forge, reader, found.right, language)
  const rankOf = await ranks(forge, rows, refinement)
  const way = sort === 'asc' && orderBy !== BY_FIT ? 1 : -1
  const rank = ({ id }: ProjectRow): number => rankOf?.get(id) ?? 0
  const sorted = rankOf === undefined ? rows : [...rows].sort((a, b) => way * (rank(a) - rank(b) || a.id - b.id))
  return E.right({ rows: sorted.slice((page - 1) * perPage, page * perPage), total: rows.length })
}
