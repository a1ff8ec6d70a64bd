import { cherryPickCommit, openRepository, revertCommit } from '@forgefold/core/domains/projects/repository'
import { notFound, type Rejection } from '@forgefold/core/kernel'
import type { ObjectId } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  created,
  ok,
  optional,
  type Route,
  reject,
  required,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { record, text } from '../../shape.js'
import { AREA, COMMIT, sha } from './commit-path.js'
import { presentCommit } from './commit-presenter.js'
import { commitShape } from './shape.js'

const params = {
  id: projectId,
  sha,
  branch: required(string(), 'The branch that gets the new commit', { refusesBlank: true }),
  dry_run: withDefault(boolean(), false, 'Only find out whether it can be done'),
}

const success = {
  status: 201,
  description: 'The new commit',
  schemaFor: commitShape,
  others: { 200: { description: 'It could be done', schemaFor: record(undefined, { dry_run: text }) } },
} as const

const answerPick = async (
  { forge, principal }: Context,
  { id, dry_run }: { readonly id: string; readonly dry_run: boolean },
  picked: E.Either<Rejection, ObjectId>,
): Promise<Answer> => {
  if (E.isLeft(picked)) return picked
  if (dry_run) return ok({ dry_run: 'success' })
  const opened = await openRepository(forge, { principal }, id)
  if (E.isLeft(opened)) return opened
  const commit = await opened.right.git.commit(picked.right)
  return commit === undefined ? reject(notFound('Commit')) : created(presentCommit(forge, opened.right.project, commit))
}

const cherryPick = route({
  method: 'POST',
  path: `${COMMIT}/cherry_pick`,
  area: AREA,
  summary: 'Put a commit on top of a branch',
  caller: 'anyone',
  params: { ...params, message: optional(string(), 'The message; default: that of the commit and where it is from') },
  success,
  handler: async (context, { id: project, sha: revision, branch, dry_run: dryRun, message }) => {
    const input = { project, revision, branch, dryRun, message }
    return answerPick(
      context,
      { id: project, dry_run: dryRun },
      await cherryPickCommit(context.forge, callerOf(context), input),
    )
  },
})

const revert = route({
  method: 'POST',
  path: `${COMMIT}/revert`,
  area: AREA,
  summary: 'Take back a commit on top of a branch',
  caller: 'anyone',
  params,
  success,
  handler: async (context, { id: project, sha: revision, branch, dry_run: dryRun }) => {
    const input = { project, revision, branch, dryRun }
    return answerPick(
      context,
      { id: project, dry_run: dryRun },
      await revertCommit(context.forge, callerOf(context), input),
    )
  },
})

/** Routes that cherry-pick and revert commits (docs/reference/behaviour/git.md#cherry-pick-and-revert). */
export const pickRoutes: ReadonlyArray<Route> = [cherryPick, revert]
