import type { OpenedRepository } from '@forgefold/core/domains/projects/repository'
import type { LogQuery } from '@forgefold/core/ports'
import {
  answer,
  boolean,
  datetime,
  filter,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { arrayOf } from '../../shape.js'
import { AREA, COMMITS } from './commit-path.js'
import { presentCommit, presentStats } from './commit-presenter.js'
import { repositoryRoute } from './repository-route.js'
import { listedCommitShape } from './shape.js'

/** `a..b` excludes commits reachable from a. Undefined for unknown revisions. */
const tipsOf = async (
  opened: OpenedRepository,
  name: string | undefined,
): Promise<Pick<LogQuery, 'from' | 'not'> | undefined> => {
  const [, left, right] = /^(.+?)\.\.([^.].*)$/s.exec(name ?? '') ?? []
  const tip = await opened.commitAt(right ?? name)
  const without = left === undefined ? undefined : await opened.commitAt(left)
  if (tip === undefined || (left !== undefined && without === undefined)) return undefined
  return { from: [tip], ...(without === undefined ? {} : { not: [without] }) }
}

const list = repositoryRoute({
  path: COMMITS,
  area: AREA,
  summary: 'List commits, newest first',
  params: {
    ref_name: optional(string(), 'A branch, a tag, a commit or a range; default: the default branch'),
    since: optional(datetime(), 'Committed at this moment or later'),
    until: optional(datetime(), 'Committed at this moment or earlier'),
    path: optional(string(), 'Only commits that touch this file or folder'),
    author: optional(filter(string()), 'A part of the name or address of the author'),
    all: optional(boolean(), 'Every branch and tag'),
    with_stats: optional(boolean(), 'With the number of lines changed'),
    first_parent: optional(boolean(), 'Follow only the first parent of merges'),
    order: withDefault(oneOf(['default', 'topo']), 'default', 'The order'),
    trailers: optional(boolean(), 'With the trailers of the message'),
    ...paging,
  },
  success: { status: 200, description: 'The commits', schemaFor: arrayOf(listedCommitShape) },
  answer: async (opened, params, { forge }) => {
    const { git, project } = opened
    const page = pageRequest(params)
    const tips = params.all === true ? { from: 'all' as const } : await tipsOf(opened, params.ref_name)
    const { since, until, path, author } = params
    const found =
      tips === undefined
        ? []
        : await git.log({
            ...tips,
            ...(since === undefined ? {} : { since }),
            ...(until === undefined ? {} : { until }),
            ...(path === undefined ? {} : { path }),
            ...(author === undefined ? {} : { author }),
            firstParent: params.first_parent === true,
            order: params.order === 'topo' ? 'topo' : 'date',
            skip: (page.page - 1) * page.perPage,
            limit: page.perPage + 1,
          })
    const rows = found.slice(0, page.perPage)
    const stats = params.with_stats === true ? await git.stats(rows) : []
    const json = rows.map((commit, index) => {
      const lines = stats[index]
      const shown = presentCommit(forge, project, commit, params.trailers === true)
      return lines === undefined ? shown : { ...shown, stats: presentStats(lines) }
    })
    // The documented response has no totals, because counting would walk the whole history.
    return answer({ status: 200, json, page: { ...page, total: undefined, more: found.length > page.perPage } })
  },
})

/** The history of a project, as a list of commits. */
export const commitListRoutes: ReadonlyArray<Route> = [list]
