import type { Forge } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { shownMessage, titleOf } from '@forgefold/core/domains/projects/repository'
import type { DeliverableEvent, EventDetails } from '@forgefold/core/domains/webhooks/webhook'
import {
  type Commit,
  EMPTY_TREE,
  type FileChange,
  NO_OBJECT,
  type ObjectId,
  type Repository,
} from '@forgefold/core/ports'
import { projectIn, pushedRepositoryIn, userIn } from './payload-parts.js'

/** At most this many commits are listed, the newest. */
const MAX_COMMITS = 20
/** At most this many files of a commit are listed. */
const MAX_FILES = 1000

const secondsText = (seconds: number, offset: number): string => {
  const zone = `${offset < 0 ? '-' : '+'}${String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')}:${String(Math.abs(offset) % 60).padStart(2, '0')}`
  const local = new Date((seconds + offset * 60) * 1000)
  return Number.isNaN(local.getTime()) ? new Date(0).toISOString() : `${local.toISOString().slice(0, 19)}${zone}`
}

/** A commit in a payload. */
export const commitIn = (forge: Forge, project: ProjectRow, { id, message, author }: Commit) => ({
  id,
  message: shownMessage(message),
  title: titleOf(shownMessage(message)),
  timestamp: secondsText(author.seconds, author.offset),
  url: `${forge.instance.externalUrl}/${project.fullPath}/-/commit/${id}`,
  author: { name: author.name, email: author.email },
})

const filesOf = async (git: Repository, { id, parents }: Commit) => {
  const changes = await git.changes({ from: parents[0] ?? EMPTY_TREE, to: id, limit: MAX_FILES })
  const renamed = changes.filter(({ kind }) => kind === 'renamed')
  const named = (wanted: FileChange['kind']) =>
    changes.filter(({ kind }) => kind === wanted).map(({ newPath }) => newPath)
  return {
    added: [...named('added'), ...renamed.map(({ newPath }) => newPath)],
    modified: named('modified'),
    removed: [...named('deleted'), ...renamed.map(({ oldPath }) => oldPath)],
  }
}

type Push = Extract<EventDetails, { readonly kind: 'push' }>

const commitBehind = async (git: Repository, target: string | null): Promise<ObjectId | undefined> =>
  target === null ? undefined : git.resolve(target)

/** The commits of a push; of a new branch, those that the default branch lacks. */
const commitsOf = async (git: Repository, project: ProjectRow, { update, tag }: Push) => {
  const to = tag ? undefined : await commitBehind(git, update.to)
  if (to === undefined) return { commits: [], total: 0 }
  const { defaultBranch } = project
  const base = update.from ?? (defaultBranch === null ? null : `refs/heads/${defaultBranch}`)
  const from = base === null || base === `refs/heads/${update.ref.slice(11)}` ? undefined : await git.resolve(base)
  const query = { from: [to], ...(from === undefined ? {} : { not: [from] }) }
  const newest = await git.log({ ...query, limit: MAX_COMMITS })
  const total = newest.length < MAX_COMMITS ? newest.length : await git.count(query)
  return { commits: [...newest].reverse(), total }
}

/** The payload of a push of one branch or tag. */
export const pushPayload = async (forge: Forge, project: ProjectRow, push: Push, { userId }: DeliverableEvent) => {
  const git = forge.git.of(project.id)
  const { update, tag } = push
  const user = userIn(forge, userId)
  const kind = tag ? 'tag_push' : 'push'
  const head = await commitBehind(git, update.to)
  const { commits, total } = await commitsOf(git, project, push)
  const annotation = tag && update.to !== null ? await git.tagObject(update.to as ObjectId) : undefined
  return {
    object_kind: kind,
    event_name: kind,
    before: update.from ?? NO_OBJECT,
    after: update.to ?? NO_OBJECT,
    ref: update.ref,
    ref_protected: forge.refRules.isProtected(project.id, update.ref),
    checkout_sha: head ?? null,
    message: annotation?.message.trimEnd() ?? null,
    user_id: userId ?? null,
    user_name: user?.name ?? '',
    user_username: user?.username ?? '',
    user_email: user === null || user.email.startsWith('[') ? '' : user.email,
    user_avatar: user?.avatar_url ?? null,
    project_id: project.id,
    project: projectIn(forge, project),
    commits: await Promise.all(
      commits.map(async (commit) => ({ ...commitIn(forge, project, commit), ...(await filesOf(git, commit)) })),
    ),
    total_commits_count: total,
    push_options: {},
    repository: pushedRepositoryIn(forge, project),
  }
}
