import type { Forge } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import {
  type ComparedSides,
  collectPatches,
  diffLimits,
  withComparedSides,
} from '@forgefold/core/domains/projects/repository'
import { notFound, refused } from '@forgefold/core/kernel'
import type { ObjectId } from '@forgefold/core/ports'
import {
  arrayOf,
  boolean,
  integer,
  ok,
  optional,
  type Route,
  reject,
  required,
  string,
  withDefault,
} from '../../../../http/index.js'
import { presentChange, presentCommit } from './commit-presenter.js'
import { repositoryRoute } from './repository-route.js'
import { commitShape, comparisonShape } from './shape.js'

const area = 'Repositories'
const BASE = '/projects/:id/repository'
const MAX_COMMITS = 1000

const comparison = async (forge: Forge, project: ProjectRow, { git, from, to }: ComparedSides, straight: boolean) => {
  const base = straight ? from : await git.mergeBase(from, to)
  const newest = await git.log({ from: [to], not: [from], limit: MAX_COMMITS })
  const commits = [...newest].reverse().map((commit) => presentCommit(forge, project, commit))
  const limits = diffLimits(forge.settings.current())
  const { patches, overflow } =
    base === undefined ? { patches: [], overflow: false } : await collectPatches(git, { from: base, to }, limits)
  const dots = straight ? '..' : '...'
  return ok({
    commit: commits.at(-1) ?? null,
    commits,
    diffs: patches.map(presentChange),
    compare_timeout: overflow,
    compare_same_ref: from === to,
    web_url: `${forge.instance.externalUrl}/${project.fullPath}/-/compare/${from}${dots}${to}`,
  })
}

const compare = repositoryRoute({
  path: `${BASE}/compare`,
  area,
  summary: 'Compare branches, tags or commits',
  params: {
    from: required(string(), 'The one side'),
    to: required(string(), 'The other side'),
    from_project_id: optional(integer(), 'The project of the fork network in which `from` is looked up'),
    straight: withDefault(boolean(), false, 'Compare the two directly, not from where they went apart'),
  },
  success: { status: 200, description: 'Commits and changed files', schemaFor: comparisonShape },
  answer: async (opened, params, { forge, principal }) => {
    const { from, to, from_project_id: fromProjectId, straight } = params
    const compared = { opened, from, to, fromProjectId }
    return withComparedSides(forge, { principal }, compared, (sides) =>
      comparison(forge, opened.project, sides, straight),
    )
  },
})

const mergeBase = repositoryRoute({
  path: `${BASE}/merge_base`,
  area,
  summary: 'The common ancestor of two or more refs',
  params: { refs: required(arrayOf(string()), 'Branches, tags or commits') },
  success: { status: 200, description: 'The commit', schemaFor: commitShape },
  answer: async ({ git, project }, params, { forge }) => {
    if (params.refs.length < 2) return reject(refused('Provide at least 2 refs'))
    const ids: Array<ObjectId> = []
    const unknown: Array<string> = []
    for (const ref of params.refs) {
      const id = await git.resolve(ref)
      if (id === undefined) unknown.push(ref)
      else ids.push(id)
    }
    if (unknown.length > 0) return reject(refused(`Could not find ref: ${unknown.join(', ')}`))
    const base = await git.mergeBase(...ids)
    const commit = base === undefined ? undefined : await git.commit(base)
    return commit === undefined ? reject(notFound('Merge Base')) : ok(presentCommit(forge, project, commit))
  },
})

/** Routes that compare commits, and find merge bases. */
export const compareRoutes: ReadonlyArray<Route> = [compare, mergeBase]
