import { accessTo, mayInProject, type ProjectRow } from '@forgefold/core/domains/projects/project'
import {
  collectPatches,
  commitFiles,
  diffLimits,
  LONGEST_SHOWN,
  type OpenedRepository,
  openRepository,
  type WrittenCommit,
} from '@forgefold/core/domains/projects/repository'
import { notFound } from '@forgefold/core/kernel'
import { type Commit, EMPTY_TREE } from '@forgefold/core/ports'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  boolean,
  type Context,
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
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { revision } from '../../revision.js'
import { arrayOf, integer, record } from '../../shape.js'
import { actionParams, actionsOf, filesInBody } from './actions.js'
import { AREA, COMMIT, COMMITS, commitId, commitNamed, sha } from './commit-path.js'
import { presentChange, presentCommit, presentStats } from './commit-presenter.js'
import { presentPipeline } from './pipeline-presenter.js'
import { repositoryRoute } from './repository-route.js'
import { changeShape, commitRefShape, wholeCommitShape } from './shape.js'

const NO_PIPELINE = { status: null, last_pipeline: null }

/** The newest pipeline of a commit, for callers who may read pipelines. */
const presentLastPipeline = ({ forge, principal }: Context, project: ProjectRow, sha: string) => {
  const isShown = mayInProject(accessTo(forge, principal, project), 'read_pipeline')
  const last = isShown ? forge.commitPipelines.newestOf(project.id, sha) : undefined
  return last === undefined ? NO_PIPELINE : { status: last.status, last_pipeline: presentPipeline(forge, last) }
}

const detail = async ({ forge }: Context, { git, project }: OpenedRepository, commit: Commit, withStats: boolean) => {
  const [stats] = withStats ? await git.stats([commit]) : []
  return {
    ...presentCommit(forge, project, commit, true, LONGEST_SHOWN.alone),
    ...(stats === undefined ? {} : { stats: presentStats(stats) }),
    project_id: project.id,
  }
}

/** A commit that was just written, as the answer. Rejections: `NotFound` (Project, Repository, Commit). */
export const answerNewCommit = async (
  context: Context,
  { projectId: id, commit: sha }: WrittenCommit,
  { status, withStats }: { readonly status: 200 | 201; readonly withStats: boolean },
): Promise<Answer> => {
  const opened = await openRepository(context.forge, context, String(id))
  if (E.isLeft(opened)) return opened
  const commit = await opened.right.git.commit(sha)
  if (commit === undefined) return reject(notFound('Commit'))
  // Pipelines of a new commit are created a moment later.
  return answer({ status, json: { ...(await detail(context, opened.right, commit, withStats)), ...NO_PIPELINE } })
}

const one = repositoryRoute({
  path: COMMIT,
  area: AREA,
  summary: 'Read one commit',
  params: { sha, stats: withDefault(boolean(), true, 'With the number of lines changed') },
  success: { status: 200, description: 'The commit', schemaFor: wholeCommitShape },
  answer: async (opened, params, context) => {
    const found = await commitNamed(opened, params.sha)
    if (E.isLeft(found)) return found
    const commit = found.right
    const shown = await detail(context, opened, commit, params.stats)
    return ok({ ...shown, ...presentLastPipeline(context, opened.project, commit.id) })
  },
})

const create = route({
  method: 'POST',
  path: COMMITS,
  area: AREA,
  summary: 'Write a commit out of file actions',
  caller: 'anyone',
  ...filesInBody,
  params: {
    id: projectId,
    branch: required(string(), 'The branch to write to; made where it is new', { refusesBlank: true }),
    commit_message: required(string(), 'The message', { refusesBlank: true }),
    actions: required(listOfObjects(actionParams), 'What to do with which file'),
    start_branch: optional(string(), 'The branch that a new one begins at'),
    start_sha: optional(revision, 'The commit that a new branch begins at'),
    start_project: optional(string(), 'Where `start_branch` or `start_sha` is: a project of the same fork network'),
    author_name: optional(string(), 'The author, if it is not the caller'),
    author_email: optional(string(), "The author's address"),
    stats: withDefault(boolean(), true, 'With the number of lines changed'),
    force: optional(boolean(), 'Overwrite the branch where it exists'),
  },
  exclusive: [['start_branch', 'start_sha']],
  success: { status: 201, description: 'The commit', schemaFor: wholeCommitShape },
  handler: async (context, params) => {
    const actions = actionsOf(params.actions)
    if (E.isLeft(actions)) return actions
    const written = await commitFiles(context.forge, callerOf(context), {
      project: params.id,
      branch: params.branch,
      message: params.commit_message,
      actions: actions.right,
      startBranch: params.start_branch,
      startSha: params.start_sha,
      startProject: params.start_project,
      authorName: params.author_name,
      authorEmail: params.author_email,
      force: params.force,
    })
    if (E.isLeft(written)) return written
    return answerNewCommit(context, written.right, { status: 201, withStats: params.stats })
  },
})

const diff = repositoryRoute({
  path: `${COMMIT}/diff`,
  area: AREA,
  summary: 'What a commit changed, file by file',
  params: { sha, ...paging },
  success: { status: 200, description: 'The changed files', schemaFor: arrayOf(changeShape) },
  answer: async (opened, params, { forge }) => {
    const found = await commitNamed(opened, params.sha)
    if (E.isLeft(found)) return found
    const { id, parents } = found.right
    const query = { from: parents[0] ?? EMPTY_TREE, to: id }
    const { patches } = await collectPatches(opened.git, query, diffLimits(forge.settings.current()))
    const page = pageRequest(params)
    return listed(pageOf(patches, page), page, presentChange)
  },
})

const KINDS = { branch: 'refs/heads/', tag: 'refs/tags/' } as const

const refs = repositoryRoute({
  path: `${COMMIT}/refs`,
  area: AREA,
  summary: 'The branches and tags that contain a commit',
  params: {
    sha,
    type: withDefault(oneOf(['branch', 'tag', 'all']), 'all', 'Which kind of refs'),
    ...paging,
  },
  success: { status: 200, description: 'The refs', schemaFor: arrayOf(commitRefShape) },
  answer: async (opened, params) => {
    const id = await commitId(opened, params.sha)
    if (E.isLeft(id)) return id
    const prefixes = params.type === 'all' ? Object.values(KINDS) : [KINDS[params.type]]
    const page = pageRequest(params)
    return listed(pageOf(await opened.git.refsContaining(id.right, ...prefixes), page), page, ({ name }) =>
      name.startsWith(KINDS.branch)
        ? { type: 'branch', name: name.slice(KINDS.branch.length) }
        : { type: 'tag', name: name.slice(KINDS.tag.length) },
    )
  },
})

const sequence = repositoryRoute({
  path: `${COMMIT}/sequence`,
  area: AREA,
  summary: 'Count the commits that lead to a commit, with itself',
  ...lifespanOf('commits.sequence'),
  params: { sha, first_parent: withDefault(boolean(), false, 'Only first parents of merges are followed') },
  success: { status: 200, description: 'How many', schemaFor: record('CommitSequence', { count: integer }) },
  answer: async (opened, params) => {
    const id = await commitId(opened, params.sha)
    if (E.isLeft(id)) return id
    return ok({ count: await opened.git.count({ from: [id.right], firstParent: params.first_parent }) })
  },
})

/** Routes that read and create single commits, and their changes. */
export const commitRoutes: ReadonlyArray<Route> = [one, create, diff, refs, sequence]
