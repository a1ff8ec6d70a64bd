import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { type Reactor, reaction, valueOrRetry } from '../../../../app/reactors.js'
import { idOf, userActor } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { milestoneTitled } from '../../../planning/milestone/facts.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { repository } from '../../../projects/repository/aggregate.js'
import { branchOf, branchRef } from '../../../projects/repository/refs.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { asDraft } from '../rules/draft.js'
import { type MergeRequestPushOptions, parseMergeRequestPushOptions } from '../rules/merge-request-push-options.js'
import { canMerge } from '../steps/branches.js'
import { createMergeRequest } from '../use-cases/create.js'
import { updateMergeRequest } from '../use-cases/update.js'

const NAME = 'merge-request-push-options'

/** A pushed branch with push options for its merge request. */
interface Pushed {
  readonly forge: Forge
  readonly principal: SignedIn
  /** The caller for one of its effects. */
  readonly callerFor: (purpose: string) => Caller
  readonly source: ProjectRow
  readonly target: ProjectRow
  readonly branch: string
  readonly head: ObjectId
  readonly wanted: MergeRequestPushOptions
}

const userIdsOf = ({ forge }: Pushed, names: ReadonlyArray<string>): ReadonlyArray<number> =>
  names.flatMap((name) => {
    const user =
      forge.read.users.byUsername(name) ?? (/^\d+$/.test(name) ? forge.read.users.byId(Number(name)) : undefined)
    return user === undefined ? [] : [user.id]
  })

/** The attributes in the push options; `before`: the present assignees. */
const attributesOf = (pushed: Pushed, before: ReadonlyArray<number>) => {
  const { forge, target, wanted } = pushed
  const [added, removed] = [userIdsOf(pushed, wanted.assignees), userIdsOf(pushed, wanted.withoutAssignees)]
  const milestone = wanted.milestone === undefined ? undefined : milestoneTitled(forge, target.id, wanted.milestone)
  return {
    ...(added.length + removed.length === 0
      ? {}
      : { assigneeIds: [...added, ...before].filter((id) => !removed.includes(id)) }),
    ...(milestone === undefined ? {} : { milestoneId: milestone.id }),
    ...(wanted.removeSourceBranch ? { removeSourceBranch: true } : {}),
    ...(wanted.squash ? { squash: true } : {}),
  }
}

/** Title and description: those of the message of a single commit, else the name of the branch as a title. */
const textOf = async (
  { forge, source, branch, head }: Pushed,
  targetHead: ObjectId | undefined,
): Promise<{ readonly title: string; readonly description?: string }> => {
  const commits = await forge.git
    .of(source.id)
    .log({ from: [head], not: targetHead === undefined ? [] : [targetHead], noMerges: true, limit: 2 })
  const [only, another] = commits
  if (only === undefined || another !== undefined) {
    const words = branch.replaceAll(/[-_]+/g, ' ').trim()
    return { title: `${words.charAt(0).toUpperCase()}${words.slice(1)}` }
  }
  const [title = '', ...rest] = only.message.split('\n')
  const description = rest.join('\n').trim()
  return description === '' ? { title } : { title, description }
}

const create = async (pushed: Pushed, targetBranch: string): Promise<MergeRequestRow | undefined> => {
  const { forge, source, target, branch, wanted } = pushed
  const text = await textOf(pushed, forge.read.repositories.ref(target.id, branchRef(targetBranch)))
  const title = wanted.title ?? text.title
  const made = await createMergeRequest(forge, pushed.callerFor('create'), {
    project: source.id,
    targetProjectId: target.id,
    sourceBranch: branch,
    targetBranch,
    title: wanted.draft ? asDraft(title, forge.instance.release) : title,
    description: wanted.description ?? text.description,
    ...(wanted.labels.length === 0 ? {} : { labels: wanted.labels }),
    ...attributesOf(pushed, []),
  })
  return valueOrRetry(made)
}

const update = async (pushed: Pushed, row: MergeRequestRow): Promise<MergeRequestRow | undefined> => {
  const { forge, wanted } = pushed
  const title = wanted.title ?? (wanted.draft ? row.title : undefined)
  const done = await updateMergeRequest(forge, pushed.callerFor(`update ${row.id}`), {
    mergeRequest: { project: row.targetProjectId, iid: row.iid },
    title: title !== undefined && wanted.draft ? asDraft(title, forge.instance.release) : title,
    description: wanted.description,
    targetBranch: wanted.target,
    addLabels: wanted.labels,
    removeLabels: wanted.withoutLabels,
    ...attributesOf(pushed, row.assigneeIds),
  })
  return valueOrRetry(done)
}

/** Sets auto-merge; the pipeline may not exist yet. */
const enableAutoMerge = async ({ forge, principal, callerFor, head }: Pushed, row: MergeRequestRow): Promise<void> => {
  if (!canMerge(forge, principal, row)) return
  const options = { shouldRemoveSourceBranch: null, squash: null, mergeCommitMessage: null, squashCommitMessage: null }
  const command = { type: 'EnableAutoMerge', by: principal.userId, sha: head, ...options } as const
  valueOrRetry(await forge.aggregates.execute(mergeRequest, row.id, command, callerFor(`arm ${row.id}`).context))
}

const carryOut = async (pushed: Pushed): Promise<void> => {
  const { forge, source, target, branch, wanted } = pushed
  const targetBranch = wanted.target ?? target.defaultBranch
  const open = forge.read.mergeRequests.rows(forge.read.mergeRequests.openFrom(source.id, branch))
  const known = open.find((row) => row.targetBranch === targetBranch) ?? open[0]
  if (known === undefined && (!wanted.create || targetBranch === null)) return
  if (known === undefined && forge.read.repositories.ref(target.id, branchRef(targetBranch ?? '')) === undefined) return
  const row = known === undefined ? await create(pushed, targetBranch ?? '') : await update(pushed, known)
  if (row !== undefined && wanted.whenPipelineSucceeds) await enableAutoMerge(pushed, row)
}

/** Creates and changes merge requests according to push options (docs/reference/behaviour/git.md#push-options). */
export const pushOptionsReactor: Reactor = {
  name: NAME,
  filter: { categories: [repository.category], types: ['RefUpdated'] },
  react: async (forge, stored) => {
    const decoded = repository.events.decode(stored)
    if (E.isLeft(decoded) || decoded.right.type !== 'RefUpdated') return
    const { ref, to, by, pushOptions = [] } = decoded.right.data
    const wanted = pushOptions.length === 0 ? undefined : parseMergeRequestPushOptions(pushOptions)
    const branch = branchOf(ref)
    const source = forge.read.projects.byId(Number(idOf(stored.stream)))
    const principal = by === null ? undefined : principalOfUser(forge, by)
    if (wanted === undefined || branch === undefined || to === null || source === undefined || principal === undefined)
      return
    const upstream = source.forkedFrom === null ? undefined : forge.read.projects.byId(source.forkedFrom)
    const callerFor = (purpose: string): Caller => ({
      principal,
      context: { ...reaction(forge, NAME, stored, `${NAME} ${purpose}`), actor: userActor(principal.userId) },
    })
    const head = to as ObjectId
    await carryOut({ forge, principal, callerFor, source, target: upstream ?? source, branch, head, wanted })
  },
}
