import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../app/caller.js'
import type { AsyncQuery, Forge, UseCase, UseCaseResult } from '../../../app/forge.js'
import { textOf } from '../../../app/long-text.js'
import { type Day, dayOf, type Instant, refuse, unprocessable } from '../../../kernel/index.js'
import type { Commit, ObjectId } from '../../../ports/git.js'
import type { ProjectRef } from '../../projects/project/access.js'
import type { ProjectRow } from '../../projects/project/queries.js'
import { shownMessage, titleOf, trailersOf } from '../../projects/repository/commit-text.js'
import { userOfAddress } from '../../projects/repository/signature.js'
import { commitFiles } from '../../projects/repository/use-cases/commit-files.js'
import { type OpenedRepository, openRepository } from '../../projects/repository/use-cases/open-repository.js'
import type { MergeRequestRow } from '../merge-request/queries.js'
import { mergeRequestsByCommit } from './merge-requests-by-commit.js'
import { type ChangelogEntry, changelogSection, changelogWith } from './render.js'
import { compareVersions, isVersion, previousTag } from './versions.js'

/** The most commits that are examined, from the newest on. */
const MAX_COMMITS = 5000

/** Larger files are refused. */
const MAX_FILE_BYTES = 4 * 1024 * 1024

/** The range of commits. */
export interface ChangelogRange {
  readonly project: ProjectRef
  readonly version: string
  /** Exclusive; default: the tag of the previous version. */
  readonly from?: string | undefined
  /** Default: the default branch. */
  readonly to?: string | undefined
  readonly date?: Instant | undefined
  readonly trailer: string
}

const failed = (reason: string) => refuse(unprocessable(`Failed to generate the changelog: ${reason}`))

const CONFIG_FILE = '.gitlab/changelog_config.yml'

/** The commit that another reverts, by its message. */
const REVERTED = /^This reverts commit ([0-9a-f]{40})/m

/** Commits with a category, newest first, without reverted commits and their reverts. */
const categorised = (commits: ReadonlyArray<Commit>, trailer: string): ReadonlyArray<readonly [Commit, string]> => {
  const reverted = new Set(commits.flatMap(({ message }) => REVERTED.exec(message)?.[1] ?? []))
  return commits.flatMap((commit) => {
    const trailers = trailersOf(commit.message)
    const category = Object.hasOwn(trailers, trailer) ? trailers[trailer] : undefined
    const isGone = reverted.has(commit.id) || REVERTED.test(commit.message)
    return category === undefined || category === '' || isGone ? [] : [[commit, category] as const]
  })
}

const entryOf = (
  forge: Forge,
  project: ProjectRow,
  [commit, category]: readonly [Commit, string],
  request: MergeRequestRow | undefined,
): ChangelogEntry => {
  const authorId = userOfAddress(forge, commit.author.email)
  // Only authors who are no members are mentioned.
  const isOutside = authorId !== undefined && authorId === request?.authorId
  const isThanked = isOutside && forge.read.projects.level(authorId, project.id) === 0
  const author = isThanked ? forge.read.users.byId(authorId)?.username : undefined
  return {
    category,
    title: titleOf(shownMessage(commit.message)),
    commit: `${project.fullPath}@${commit.id}`,
    author: author === undefined ? undefined : `@${author}`,
    mergeRequest: request === undefined ? undefined : `${project.fullPath}!${request.iid}`,
  }
}

interface RenderedChangelog {
  readonly opened: OpenedRepository
  readonly section: string
}

const startOf = async ({ git }: OpenedRepository, { from, version }: ChangelogRange): Promise<ObjectId | undefined> => {
  if (from !== undefined && from !== '') return git.resolve(from)
  const tags = await git.refs('refs/tags/')
  const tag = previousTag(
    tags.map(({ name }) => name.slice('refs/tags/'.length)),
    version,
  )
  return tag === undefined ? undefined : git.resolve(`refs/tags/${tag}`)
}

const renderChangelog = async (
  forge: Forge,
  caller: Pick<Caller, 'principal'>,
  range: ChangelogRange,
): UseCaseResult<RenderedChangelog> => {
  const found = await openRepository(forge, caller, range.project)
  if (E.isLeft(found)) return found
  const opened = found.right
  const { project, git } = opened
  if (!isVersion(range.version)) return failed(`The version \`${range.version}\` is not valid`)
  const to = await opened.commitAt(range.to)
  if (to === undefined) return failed('The commit end range is not valid')
  if ((await git.file(to, CONFIG_FILE)) !== undefined) return failed(`${CONFIG_FILE} is not supported`)
  const from = await startOf(opened, range)
  if (from === undefined)
    return failed('The commit start range is unspecified, and no previous tag could be found to use instead')
  const commits = await git.log({ from: [to], not: [from], order: 'topo', limit: MAX_COMMITS })
  const requests = mergeRequestsByCommit(forge, project.id, commits)
  const entries = categorised(commits, range.trailer).map((one) =>
    entryOf(forge, project, one, requests.get(one[0].id)),
  )
  const day: Day = dayOf(range.date ?? forge.clock.now())
  return E.right({ opened, section: changelogSection({ version: range.version, day, entries }) })
}

/** The changes of a version as text. Rejections: `NotFound` (Project, Repository); `Forbidden`; `Unprocessable` (docs/reference/behaviour/review.md#changelogs). */
export const readChangelog: AsyncQuery<ChangelogRange, string> = async (forge, caller, range) => {
  const rendered = await renderChangelog(forge, caller, range)
  return E.isLeft(rendered) ? rendered : E.right(rendered.right.section)
}

/** The changes of a version, to be written to a file of the project. */
export interface WriteChangelog extends ChangelogRange {
  /** Default: the default branch. */
  readonly branch?: string | undefined
  readonly file: string
  readonly message?: string | undefined
}

/** Writes the changes of a version into a file of a branch. Rejections: as `readChangelog` and `commitFiles`. */
export const writeChangelog: UseCase<WriteChangelog, void> = async (forge, caller, input) => {
  const rendered = await renderChangelog(forge, caller, input)
  if (E.isLeft(rendered)) return rendered
  const { opened, section } = rendered.right
  const branch = input.branch ?? opened.project.defaultBranch ?? 'main'
  const head = await opened.git.ref(`refs/heads/${branch}`)
  const file = head === undefined ? undefined : await opened.git.file(head, input.file)
  if (file !== undefined && file.size > MAX_FILE_BYTES) return failed(`${input.file} is too large`)
  const before = file === undefined ? undefined : await textOf(file.content())
  const content = changelogWith(before ?? '', input.version, section, compareVersions)
  const action = before === undefined ? 'create' : 'update'
  const written = await commitFiles(forge, caller, {
    project: input.project,
    branch,
    message: input.message ?? `Add changelog for version ${input.version}`,
    actions: [{ action, path: input.file, content }],
  })
  return E.isLeft(written) ? written : E.right(undefined)
}
