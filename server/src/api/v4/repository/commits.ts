import { accessTo, mayInProject, type ProjectRow } from '@forgefold/core/domains/project'
import { collectPatches, commitFiles, type Reading, readRepository } from '@forgefold/core/domains/repository'
import { notFound } from '@forgefold/core/kernel'
import { type Commit, EMPTY_TREE, type LogQuery } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  boolean,
  type Context,
  created,
  datetime,
  listed,
  listOfObjects,
  ok,
  oneOf,
  optional,
  pageOf,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  route,
  string,
  withDefault,
} from '../../../http/index.js'
import { presentCommit, presentStats } from '../../../presenters/commit.js'
import { presentChange } from '../../../presenters/file-change.js'
import { presentPipeline } from '../../../presenters/pipeline.js'
import { arrayOf, changeShape, commitRefShape, listedCommitShape, wholeCommitShape } from '../../../shapes/index.js'
import { callerOf, projectId } from '../shared-params.js'
import { actionParams, actionsOf } from './actions.js'

const area = 'Commits'
const PATH = '/projects/:id/repository/commits'
const ONE = `${PATH}/:sha`
const sha = required(string(), 'The id of the commit, or the name of a branch or tag')

const NO_PIPELINE = { status: null, last_pipeline: null }

/** The newest pipeline of a commit, for those who may read pipelines. */
const presentLastPipeline = ({ forge, principal }: Context, project: ProjectRow, sha: string) => {
  const isShown = mayInProject(accessTo(forge, principal, project), 'read_pipeline')
  const last = isShown ? forge.read.pipelines.newestOf(project.id, sha, undefined) : undefined
  return last === undefined ? NO_PIPELINE : { status: last.status, last_pipeline: presentPipeline(forge, last) }
}

const detail = async ({ forge }: Context, { git, project }: Reading, commit: Commit, withStats: boolean) => {
  const [stats] = withStats ? await git.stats([commit]) : []
  return {
    ...presentCommit(forge, project, commit, true),
    ...(stats === undefined ? {} : { stats: presentStats(stats) }),
    project_id: project.id,
  }
}

/** `a..b` leaves out what can be reached from a. Undefined where a name means nothing. */
const tipsOf = async (
  reading: Reading,
  name: string | undefined,
): Promise<Pick<LogQuery, 'from' | 'not'> | undefined> => {
  const [, left, right] = /^(.+?)\.\.([^.].*)$/.exec(name ?? '') ?? []
  const tip = await reading.commitAt(right ?? name)
  const without = left === undefined ? undefined : await reading.commitAt(left)
  if (tip === undefined || (left !== undefined && without === undefined)) return undefined
  return { from: [tip], ...(without === undefined ? {} : { not: [without] }) }
}

const list = route({
  method: 'GET',
  path: PATH,
  area,
  summary: 'List commits, newest first',
  door: 'anyone',
  params: {
    id: projectId,
    ref_name: optional(string(), 'A branch, a tag, a commit or a range; default: the default branch'),
    since: optional(datetime(), 'Committed at this moment or later'),
    until: optional(datetime(), 'Committed at this moment or earlier'),
    path: optional(string(), 'Only commits that touch this file or folder'),
    author: optional(string(), 'A part of the name or address of the author'),
    all: optional(boolean(), 'Every branch and tag'),
    with_stats: optional(boolean(), 'With the number of lines changed'),
    first_parent: optional(boolean(), 'Follow only the first parent of merges'),
    order: withDefault(oneOf(['default', 'topo']), 'default', 'The order'),
    trailers: optional(boolean(), 'With the trailers of the message'),
    ...paging,
  },
  success: { status: 200, description: 'The commits', schemaFor: arrayOf(listedCommitShape) },
  handler: async ({ forge, principal }, params) => {
    const opened = await readRepository(principal, params.id)(forge)()
    if (E.isLeft(opened)) return opened
    const { git, project } = opened.right
    const page = pageRequest(params)
    const tips = params.all === true ? { from: 'all' as const } : await tipsOf(opened.right, params.ref_name)
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
    // Counting would walk the whole history: the documented answer has no totals.
    return answer({ status: 200, json, page: { ...page, total: undefined, more: found.length > page.perPage } })
  },
})

const one = route({
  method: 'GET',
  path: ONE,
  area,
  summary: 'Read one commit',
  door: 'anyone',
  params: { id: projectId, sha, stats: withDefault(boolean(), true, 'With the number of lines changed') },
  success: { status: 200, description: 'The commit', schemaFor: wholeCommitShape },
  handler: async (context, params) => {
    const opened = await readRepository(context.principal, params.id)(context.forge)()
    if (E.isLeft(opened)) return opened
    const id = await opened.right.git.resolve(params.sha)
    const commit = id === undefined ? undefined : await opened.right.git.commit(id)
    if (commit === undefined) return reject(notFound('Commit'))
    const shown = await detail(context, opened.right, commit, params.stats)
    return ok({ ...shown, ...presentLastPipeline(context, opened.right.project, commit.id) })
  },
})

const create = route({
  method: 'POST',
  path: PATH,
  area,
  summary: 'Write a commit out of file actions',
  door: 'anyone',
  bodyLimit: 300 * 1024 * 1024,
  params: {
    id: projectId,
    branch: required(string(), 'The branch to write to; made where it is new', { refusesBlank: true }),
    commit_message: required(string(), 'The message', { refusesBlank: true }),
    actions: required(listOfObjects(actionParams), 'What to do with which file'),
    start_branch: optional(string(), 'The branch that a new one begins at'),
    start_sha: optional(string(), 'The commit that a new branch begins at'),
    author_name: optional(string(), 'The author, if it is somebody else'),
    author_email: optional(string(), "The author's address"),
    stats: withDefault(boolean(), true, 'With the number of lines changed'),
    force: optional(boolean(), 'Overwrite the branch where it exists'),
  },
  exclusive: [['start_branch', 'start_sha']],
  success: { status: 201, description: 'The commit', schemaFor: wholeCommitShape },
  handler: async (context, params) => {
    const actions = actionsOf(params.actions)
    if (E.isLeft(actions)) return actions
    const { forge, principal } = context
    const written = await commitFiles({
      ...callerOf(context),
      project: params.id,
      branch: params.branch,
      message: params.commit_message,
      actions: actions.right,
      startBranch: params.start_branch,
      startSha: params.start_sha,
      authorName: params.author_name,
      authorEmail: params.author_email,
      force: params.force,
    })(forge)()
    if (E.isLeft(written)) return written
    const opened = await readRepository(principal, params.id)(forge)()
    if (E.isLeft(opened)) return opened
    const commit = await opened.right.git.commit(written.right.commit)
    if (commit === undefined) return reject(notFound('Commit'))
    // Pipelines of a new commit are made a moment later.
    return created({ ...(await detail(context, opened.right, commit, params.stats)), ...NO_PIPELINE })
  },
})

const diff = route({
  method: 'GET',
  path: `${ONE}/diff`,
  area,
  summary: 'What a commit changed, file by file',
  door: 'anyone',
  params: { id: projectId, sha, ...paging },
  success: { status: 200, description: 'The changed files', schemaFor: arrayOf(changeShape) },
  handler: async ({ forge, principal }, params) => {
    const opened = await readRepository(principal, params.id)(forge)()
    if (E.isLeft(opened)) return opened
    const { git } = opened.right
    const id = await git.resolve(params.sha)
    const commit = id === undefined ? undefined : await git.commit(id)
    if (commit === undefined) return reject(notFound('Commit'))
    const { patches } = await collectPatches(git, { from: commit.parents[0] ?? EMPTY_TREE, to: commit.id })
    const page = pageRequest(params)
    return listed(pageOf(patches, page), page, presentChange)
  },
})

const KINDS = { branch: 'refs/heads/', tag: 'refs/tags/' } as const

const refs = route({
  method: 'GET',
  path: `${ONE}/refs`,
  area,
  summary: 'The branches and tags that contain a commit',
  door: 'anyone',
  params: {
    id: projectId,
    sha,
    type: withDefault(oneOf(['branch', 'tag', 'all']), 'all', 'Which kind of refs'),
    ...paging,
  },
  success: { status: 200, description: 'The refs', schemaFor: arrayOf(commitRefShape) },
  handler: async ({ forge, principal }, params) => {
    const opened = await readRepository(principal, params.id)(forge)()
    if (E.isLeft(opened)) return opened
    const { git } = opened.right
    const id = await git.resolve(params.sha)
    if (id === undefined) return reject(notFound('Commit'))
    const prefixes = params.type === 'all' ? Object.values(KINDS) : [KINDS[params.type]]
    const page = pageRequest(params)
    return listed(pageOf(await git.refsContaining(id, ...prefixes), page), page, ({ name }) =>
      name.startsWith(KINDS.branch)
        ? { type: 'branch', name: name.slice(KINDS.branch.length) }
        : { type: 'tag', name: name.slice(KINDS.tag.length) },
    )
  },
})

export const commitRoutes: ReadonlyArray<Route> = [list, one, create, diff, refs]
