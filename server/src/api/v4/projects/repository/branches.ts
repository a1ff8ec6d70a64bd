import { isBranchName } from '@forgefold/core/domains/naming'
import { protectOneBranch, unprotectOneBranch } from '@forgefold/core/domains/projects/protected-branch'
import {
  BRANCHES,
  createBranch,
  deleteBranch,
  deleteMergedBranches,
  openRepository,
} from '@forgefold/core/domains/projects/repository'
import { notFound, refused } from '@forgefold/core/kernel'
import type { Commit, Ref } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  accepted,
  boolean,
  created,
  filter,
  ok,
  optional,
  type Route,
  reject,
  required,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { messageShape } from '../../instance/version/shape.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentBranch, presentOne, shownFor } from './branch-presenter.js'
import { keysetPage, keysetPaging } from './keyset-paging.js'
import { repositoryRoute } from './repository-route.js'
import { branchShape } from './shape.js'

const area = 'Branches'

const PATH = '/projects/:id/repository/branches'

const ONE = `${PATH}/:branch`

const branchName = required(string(), 'The URL-encoded name of the branch')

/** A part of the name; a leading `^` anchors it at the beginning, a trailing `$` at the end. */
export const matches = (name: string, search: string | undefined): boolean => {
  if (search === undefined || search === '') return true
  const front = search.startsWith('^')
  const back = search.endsWith('$')
  const text = search.slice(front ? 1 : 0, back ? -1 : undefined).toLowerCase()
  const lower = name.toLowerCase()
  if (front && back) return lower === text
  if (front) return lower.startsWith(text)
  return back ? lower.endsWith(text) : lower.includes(text)
}

const list = repositoryRoute({
  path: PATH,
  area,
  summary: 'List the branches of a project, by name',
  params: {
    search: optional(filter(string()), 'A part of the name; ^ and $ tie it to beginning and end'),
    regex: optional(string(), 'A regular expression for the name'),
    ...keysetPaging,
  },
  success: { status: 200, description: 'The branches', schemaFor: arrayOf(branchShape) },
  answer: async (opened, params, context) => {
    const { git } = opened
    const { forge, principal } = context
    const wanted = params.regex === '' ? undefined : params.regex
    const pattern = wanted === undefined ? undefined : forge.patterns.compile(wanted)
    if (wanted !== undefined && pattern === undefined) return reject(refused('The regex is invalid'))
    const all = await git.refs(BRANCHES)
    const short = (ref: Ref): string => ref.name.slice(BRANCHES.length)
    const found = all.filter((ref) => matches(short(ref), params.search) && (pattern?.test(short(ref)) ?? true))
    const present = async (page: ReadonlyArray<Ref>) => {
      const commits = new Map(
        (await git.commits(page.map(({ target }) => target))).map((commit) => [commit.id, commit]),
      )
      const shown = await shownFor(forge, principal, opened)
      return page.map((ref) => presentBranch(shown, ref, commits.get(ref.target) as Commit))
    }
    return keysetPage(context, params, { all: found, nameOf: short, prefix: BRANCHES, present })
  },
})

const one = repositoryRoute({
  path: ONE,
  area,
  summary: 'Read one branch',
  params: { branch: branchName },
  success: { status: 200, description: 'The branch', schemaFor: branchShape },
  answer: async (opened, params, { forge, principal }) => {
    if (!isBranchName(params.branch)) return reject(refused('The branch refname is invalid'))
    const shown = await presentOne(forge, principal, opened, params.branch)
    return shown === undefined ? reject(notFound('Branch')) : ok(shown)
  },
})

const create = route({
  method: 'POST',
  path: PATH,
  area,
  summary: 'Make a branch',
  caller: 'anyone',
  params: {
    id: projectId,
    branch: required(string(), 'The name of the branch', { refusesBlank: true }),
    ref: required(string(), 'The branch, tag or commit to begin at', { refusesBlank: true }),
  },
  success: { status: 201, description: 'The branch', schemaFor: branchShape },
  handler: async (context, params) => {
    const { forge, principal } = context
    const { id: project, branch, ref } = params
    const made = await createBranch(forge, callerOf(context), { project, branch, ref })
    if (E.isLeft(made)) return made
    const opened = await openRepository(forge, { principal }, project)
    return E.isLeft(opened) ? opened : created(await presentOne(forge, principal, opened.right, branch))
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area,
  summary: 'Remove a branch',
  caller: 'anyone',
  params: { id: projectId, branch: branchName },
  success: { status: 204, description: 'Removed' },
  handler: async (context, params) => {
    if (!isBranchName(params.branch)) return reject(refused('The branch refname is invalid'))
    const { id: project, branch } = params
    return respondNoContent(await deleteBranch(context.forge, callerOf(context), { project, branch }))
  },
})

const removeMerged = route({
  method: 'DELETE',
  path: '/projects/:id/repository/merged_branches',
  area,
  summary: 'Remove every branch that is merged into the default one and not protected',
  caller: 'anyone',
  params: { id: projectId },
  success: { status: 202, description: 'Accepted', schemaFor: messageShape },
  handler: async (context, params) => {
    const gone = await deleteMergedBranches(context.forge, callerOf(context), params.id)
    return E.isLeft(gone) ? gone : accepted({ message: '202 Accepted' })
  },
})

const developers = (deed: string) => optional(boolean(), `Whether developers may ${deed}; else maintainers`)

/** Older forms of protected branches: the branch itself is protected and shown. */
const setProtection = (verb: 'protect' | 'unprotect'): Route =>
  route({
    method: 'PUT',
    path: `${ONE}/${verb}`,
    area,
    summary: verb === 'protect' ? 'Protect a branch' : 'Take the protection of a branch away',
    caller: 'user',
    params: {
      id: projectId,
      branch: branchName,
      ...(verb === 'protect'
        ? { developers_can_push: developers('push'), developers_can_merge: developers('merge') }
        : {}),
    },
    success: { status: 200, description: 'The branch', schemaFor: branchShape },
    handler: async (context, params) => {
      const { id: project, branch } = params
      const developers = { push: params.developers_can_push, merge: params.developers_can_merge }
      const done =
        verb === 'protect'
          ? await protectOneBranch(context.forge, callerOf(context), { project, branch, developers })
          : await unprotectOneBranch(context.forge, callerOf(context), { project, branch })
      if (E.isLeft(done)) return done
      const opened = await openRepository(context.forge, context, project)
      if (E.isLeft(opened)) return opened
      return ok(await presentOne(context.forge, context.principal, opened.right, branch))
    },
  })

/** Branches of a repository. */
export const branchRoutes: ReadonlyArray<Route> = [
  list,
  one,
  create,
  remove,
  removeMerged,
  setProtection('protect'),
  setProtection('unprotect'),
]
