import type { SeedCommit, SeedIssue, SeedMergeRequest, SeedProject } from './document.js'
import type { SeedPath } from './seed-refused.js'
import type { SeedWriter } from './seed-writer.js'

/** A project that is being seeded. */
export interface SeededProject {
  readonly place: SeedPath
  /** Who does what nobody is named for. */
  readonly owner: string
  /** `/projects/…`, ready for URLs. */
  readonly url: string
}

const DEFAULT_BRANCH = 'main'

/** The paths of files on each branch, to tell what a commit creates from what it changes. */
class Trees {
  readonly #branches = new Map<string, Set<string>>()

  has(branch: string): boolean {
    return this.#branches.has(branch)
  }

  get isEmpty(): boolean {
    return this.#branches.size === 0
  }

  begin(branch: string, from: string): void {
    this.#branches.set(branch, new Set(this.#branches.get(from)))
  }

  actions(branch: string, files: SeedCommit['files']): ReadonlyArray<Readonly<Record<string, string>>> {
    const known = this.#branches.get(branch) ?? new Set()
    this.#branches.set(branch, known)
    return Object.entries(files).map(([file_path, content]) => {
      if (content === null) {
        known.delete(file_path)
        return { action: 'delete', file_path }
      }
      const action = known.has(file_path) ? 'update' : 'create'
      known.add(file_path)
      return { action, file_path, content }
    })
  }
}

const writeCommit = async (
  writer: SeedWriter,
  project: SeededProject,
  trees: Trees,
  place: SeedPath,
  commit: SeedCommit,
) => {
  const { message, branch = DEFAULT_BRANCH, from = DEFAULT_BRANCH, files, author = project.owner } = commit
  const isNew = !trees.isEmpty && !trees.has(branch)
  if (isNew) trees.begin(branch, from)
  const body = { branch, commit_message: message, actions: trees.actions(branch, files) }
  const start = isNew ? { start_branch: from } : {}
  await writer.send(place, author, 'POST', `${project.url}/repository/commits`, { ...body, ...start })
}

const writeIssue = async (writer: SeedWriter, { url, owner }: SeededProject, place: SeedPath, issue: SeedIssue) => {
  const { title, description, labels, state, notes = [], author = owner } = issue
  const made = await writer.send(place, author, 'POST', `${url}/issues`, { title, description, labels: labels?.join() })
  const at = `${url}/issues/${made['iid']}`
  for (const [index, { body, author: who = author }] of notes.entries())
    await writer.send([...place, 'notes', index], who, 'POST', `${at}/notes`, { body })
  if (state === 'closed') await writer.send(place, author, 'PUT', at, { state_event: 'close' })
}

const settleState = async (
  writer: SeedWriter,
  place: SeedPath,
  as: string,
  at: string,
  state: SeedMergeRequest['state'],
) => {
  if (state === 'closed') await writer.send(place, as, 'PUT', at, { state_event: 'close' })
  if (state !== 'merged') return
  await writer.until(place, as, at, ({ merge_status }) => merge_status !== 'checking' && merge_status !== 'unchecked')
  await writer.send(place, as, 'PUT', `${at}/merge`)
}

const writeMergeRequest = async (
  writer: SeedWriter,
  { url, owner }: SeededProject,
  place: SeedPath,
  request: SeedMergeRequest,
): Promise<void> => {
  const { source, target = DEFAULT_BRANCH, title = source, description, labels, state, author = owner } = request
  const wanted = { source_branch: source, target_branch: target, title, description, labels: labels?.join() }
  const made = await writer.send(place, author, 'POST', `${url}/merge_requests`, wanted)
  const at = `${url}/merge_requests/${made['iid']}`
  for (const [index, { body, author: who = author, replies = [] }] of (request.discussions ?? []).entries()) {
    const begun = await writer.send([...place, 'discussions', index], who, 'POST', `${at}/discussions`, { body })
    for (const [nth, reply] of replies.entries()) {
      const there = [...place, 'discussions', index, 'replies', nth]
      const notes = `${at}/discussions/${begun['id']}/notes`
      await writer.send(there, reply.author ?? who, 'POST', notes, { body: reply.body })
    }
  }
  for (const [index, username] of (request.approvals ?? []).entries())
    await writer.send([...place, 'approvals', index], username, 'POST', `${at}/approve`)
  await settleState(writer, place, owner, at, state)
}

/** Does each thing of a list in turn, at its moment. */
const inTurn = async <A extends { readonly at?: string }>(
  writer: SeedWriter,
  place: SeedPath,
  things: ReadonlyArray<A> = [],
  one: (thing: A, place: SeedPath) => Promise<unknown>,
): Promise<void> => {
  for (const [index, thing] of things.entries()) {
    const at = [...place, index]
    await writer.moveTo(at, thing.at)
    await one(thing, at)
  }
}

/** Writes what a project holds. */
export const writeSeedProject = async (
  writer: SeedWriter,
  project: SeededProject,
  seed: SeedProject,
): Promise<void> => {
  const { place, owner, url } = project
  const trees = new Trees()
  const there = (...more: SeedPath): SeedPath => [...place, ...more]
  await inTurn(writer, there('commits'), seed.commits, (commit, at) => writeCommit(writer, project, trees, at, commit))
  for (const [branch, ref] of Object.entries(seed.branches ?? {}))
    await writer.send(there('branches', branch), owner, 'POST', `${url}/repository/branches`, { branch, ref })
  for (const [tag_name, ref] of Object.entries(seed.tags ?? {}))
    await writer.send(there('tags', tag_name), owner, 'POST', `${url}/repository/tags`, { tag_name, ref })
  for (const [index, name] of (seed.labels ?? []).entries())
    await writer.send(there('labels', index), owner, 'POST', `${url}/labels`, { name, color: '#6699cc' })
  for (const [index, title] of (seed.milestones ?? []).entries())
    await writer.send(there('milestones', index), owner, 'POST', `${url}/milestones`, { title })
  for (const [key, value] of Object.entries(seed.variables ?? {}))
    await writer.send(there('variables', key), owner, 'POST', `${url}/variables`, { key, value })
  await inTurn(writer, there('issues'), seed.issues, (issue, at) => writeIssue(writer, project, at, issue))
  await inTurn(writer, there('merge_requests'), seed.merge_requests, (request, at) =>
    writeMergeRequest(writer, project, at, request),
  )
  await inTurn(writer, there('deployments'), seed.deployments, async (deployment, at) => {
    const { environment, ref = DEFAULT_BRANCH, status = 'success', author = owner } = deployment
    const commit = await writer.send(at, author, 'GET', `${url}/repository/commits/${encodeURIComponent(ref)}`)
    const body = { environment, ref, sha: commit['id'], tag: false, status }
    await writer.send(at, author, 'POST', `${url}/deployments`, body)
  })
  await inTurn(
    writer,
    there('releases'),
    seed.releases,
    ({ tag, ref = DEFAULT_BRANCH, name, description, author }, at) =>
      writer.send(at, author ?? owner, 'POST', `${url}/releases`, { tag_name: tag, ref, name, description }),
  )
}
