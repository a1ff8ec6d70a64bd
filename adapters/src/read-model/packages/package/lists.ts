import type { GroupScope, PackageFilter, PackageOrder, PackageRow } from '@forgefold/core/domains/packages/package'
import { TYPE_ORDER } from '@forgefold/core/domains/packages/package'
import type { Page, PageRequest } from '@forgefold/core/ports'
import type { Database } from 'better-sqlite3'
import { type Condition, Lists } from '../../engine/paging.js'
import { makeNameSearch } from './search.js'

export const COLUMNS = `k.id, k.project_id AS projectId, k.type, k.name, k.version, k.conan_name AS conanName,
  k.creator_id AS creatorId, k.status,
  k.created_at AS createdAt, k.updated_at AS updatedAt,
  (SELECT d.at FROM package_downloads d WHERE d.package_id = k.id) AS lastDownloadedAt`

const shown = (filter: PackageFilter): ReadonlyArray<Condition> => {
  const { type, status, includeVersionless = false } = filter
  if (type === undefined && status === undefined && !includeVersionless) return [{ sql: 'k.listed = 1', values: [] }]
  const where: Array<Condition> = [
    status === undefined
      ? { sql: "k.status IN ('default', 'error')", values: [] }
      : { sql: 'k.status = ?', values: [status] },
  ]
  if (!includeVersionless) where.push({ sql: 'k.version IS NOT NULL', values: [] })
  if (status === undefined && !includeVersionless && type !== 'terraform_module')
    where.push({ sql: 'k.listed = 1', values: [] })
  where.push(
    type === undefined
      ? { sql: "k.type <> 'terraform_module'", values: [] }
      : { sql: 'k.type_order = ?', values: [TYPE_ORDER[type]] },
  )
  return where
}

/** Ids follow the order of creation, so that `created_at` sorts as they do. */
const ORDER_COLUMNS: Readonly<Record<PackageOrder, string | undefined>> = {
  created_at: undefined,
  name: 'k.name',
  version: 'k.version',
  type: 'k.type_order',
  project_path: 'p.path',
}

const orderOf = ({ orderBy, sort }: PackageFilter): string => {
  const way = sort === 'desc' ? 'DESC' : 'ASC'
  const column = ORDER_COLUMNS[orderBy]
  return column === undefined ? `k.id ${way}` : `${column} ${way}, k.id ${way}`
}

const PLACES = {
  direct: 'p.group_id = ?',
  below: 'p.group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = ?)',
} as const

const roleAtLeast = (userId: number, level: number): Condition => ({
  sql: `EXISTS (SELECT 1 FROM project_authorizations seen
    WHERE seen.project_id = p.id AND seen.user_id = ? AND seen.level >= ?)`,
  values: [userId, level],
})

/** Projects whose packages a user may see: public ones, or those where they are at least reporter; with packages enabled and the repository accessible. */
const readable = ({ visibleTo }: GroupScope): ReadonlyArray<Condition> => {
  const { userId, seesAll, external } = visibleTo
  const REPOSITORY = "json_extract(p.settings, '$.features.repository')"
  const on = { sql: "json_extract(p.settings, '$.packagesEnabled') = 1", values: [] }
  if (seesAll) return [on, { sql: `${REPOSITORY} <> 'disabled'`, values: [] }]
  const open = userId === undefined || external ? "p.visibility = 'public'" : "p.visibility IN ('public', 'internal')"
  if (userId === undefined) return [on, { sql: open, values: [] }, { sql: `${REPOSITORY} = 'enabled'`, values: [] }]
  const reporter = roleAtLeast(userId, 20)
  const member = roleAtLeast(userId, 10)
  return [
    on,
    { sql: `${open} OR ${reporter.sql}`, values: reporter.values },
    { sql: `${REPOSITORY} = 'enabled' OR (${REPOSITORY} = 'private' AND ${member.sql})`, values: member.values },
  ]
}

/** The two lists of packages: of a project and of a group. */
export interface PackageLists {
  readonly inProject: (projectId: number, filter: PackageFilter, page: PageRequest) => Page<PackageRow>
  readonly inGroup: (scope: GroupScope, filter: PackageFilter, page: PageRequest) => Page<PackageRow>
}

/** Lists of the packages of projects and groups. */
export const packageLists = (db: Database): PackageLists => {
  const lists = new Lists(db)
  const search = makeNameSearch(db)
  const asked = (filter: PackageFilter): ReadonlyArray<Condition> => [
    ...shown(filter),
    ...(filter.name === undefined ? [] : search(filter.name)),
  ]
  return {
    inProject: (projectId, filter, page) =>
      lists.page<PackageRow>(
        {
          select: COLUMNS,
          from: 'packages k',
          where: [{ sql: 'k.project_id = ?', values: [projectId] }, ...asked(filter)],
          orderBy: orderOf(filter),
        },
        page,
      ),
    inGroup: (scope, filter, page) =>
      lists.page<PackageRow>(
        {
          select: COLUMNS,
          from: 'packages k JOIN projects p ON p.id = k.project_id',
          where: [
            { sql: PLACES[scope.excludeSubgroups ? 'direct' : 'below'], values: [scope.groupId] },
            ...readable(scope),
            ...asked(filter),
          ],
          orderBy: orderOf(filter),
        },
        page,
      ),
  }
}
