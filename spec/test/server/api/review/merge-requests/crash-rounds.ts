import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openGitRepositories } from '@forgefold/adapters/git'
import type { ObjectId } from '@forgefold/core/ports'
import { type Served, serveFolder } from '@forgefold/spec/git'
import { expect } from 'vitest'

interface Request {
  readonly iid: number
  readonly state: string
  readonly sha: string
  readonly source_branch: string
  readonly merge_commit_sha: string | null
  readonly rebase_in_progress?: boolean
}

const get = async <A>(server: Served, path: string): Promise<A> => {
  const { status, json } = await server.api('GET', path)
  expect(status).toBe(200)
  return json as A
}

/** A branch with a file of its own, from the very first commit on, and a request for it. */
const propose = async (server: Served, project: string, root: string, name: string): Promise<number> => {
  const commit = await server.api('POST', `${project}/repository/commits`, {
    branch: name,
    start_sha: root,
    commit_message: `add ${name}`,
    actions: [{ action: 'create', file_path: `${name}.txt`, content: name }],
  })
  expect(commit.status).toBe(201)
  const wanted = { source_branch: name, target_branch: 'main', title: name }
  const made = await server.api('POST', `${project}/merge_requests`, wanted)
  expect(made.status).toBe(201)
  return (made.json as Request).iid
}

/** Answers that came before the end; a request that the kill cut off has none. */
const acknowledged = async (work: Promise<{ readonly status: number }>): Promise<number | undefined> =>
  work.then(({ status }) => status).catch(() => undefined)

/** Waits until nothing is under way. */
const settled = async (
  server: Served,
  project: string,
  iids: ReadonlyArray<number>,
): Promise<ReadonlyArray<Request>> => {
  for (let tries = 0; ; tries++) {
    const query = '?include_rebase_in_progress=true'
    const all = await Promise.all(iids.map((iid) => get<Request>(server, `${project}/merge_requests/${iid}${query}`)))
    if (all.every((one) => one.state !== 'locked' && one.rebase_in_progress !== true)) return all
    expect(tries, 'something stays locked or in progress').toBeLessThan(100)
    await sleep(100)
  }
}

interface Truth {
  readonly main: ObjectId
  readonly has: (commit: string) => Promise<boolean>
  readonly files: ReadonlySet<string>
  readonly close: () => Promise<void>
}

const truthOf = async (data: string, projectId: number): Promise<Truth> => {
  const git = await openGitRepositories({ root: join(data, 'repositories') })
  const repository = git.of(projectId)
  const main = await repository.ref('refs/heads/main')
  if (main === undefined) throw new Error('main is gone')
  const tree = (await repository.tree(main, '', true)) ?? []
  return {
    main,
    has: (commit) => repository.isAncestor(commit as ObjectId, main),
    files: new Set(tree.map(({ path }) => path)),
    close: () => git.close(),
  }
}

/** Merges and rebases many at once, kills the server in the middle, starts it again, and holds what is left against git. */
export const crashRounds = async (
  rounds: number,
  width: number,
  killAfter: (round: number) => number,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-merge-crash-'))
  const data = join(folder, 'data')
  await mkdir(data)
  let server = await serveFolder(data)
  try {
    const made = await server.api('POST', '/projects', { name: 'p', path: 'p', initialize_with_readme: true })
    expect(made.status).toBe(201)
    const { id } = made.json as { readonly id: number }
    const project = `/projects/${id}`
    const root = (
      await get<{ readonly commit: { readonly id: string } }>(server, `${project}/repository/branches/main`)
    ).commit.id
    let told = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const names = Array.from({ length: width }, (_, n) => `r${round}-${n}`)
      const iids: Array<number> = []
      for (const name of names) iids.push(await propose(server, project, root, name))
      const work = iids.map(async (iid, n) => {
        const path = `${project}/merge_requests/${iid}`
        if (n % 3 === 2) await acknowledged(server.api('PUT', `${path}/rebase`))
        return acknowledged(server.api('PUT', `${path}/merge`))
      })
      await sleep(killAfter(round))
      await server.kill()
      const answers = await Promise.all(work)
      server = await serveFolder(data)
      const after = await settled(server, project, iids)
      const truth = await truthOf(data, id)
      for (const [n, request] of after.entries()) {
        const isThere = truth.files.has(`${names[n]}.txt`)
        expect(request.state).toBe(isThere ? 'merged' : 'opened')
        if (answers[n] === 200) expect(request.state).toBe('merged')
        if (request.state === 'merged') expect(await truth.has(request.merge_commit_sha ?? '')).toBe(true)
        else expect(await truth.has(request.sha)).toBe(false)
        if (isThere) told = told.add(`${names[n]}.txt`)
      }
      // No update of the branch was ever lost.
      for (const file of told) expect(truth.files.has(file)).toBe(true)
      await truth.close()
      // And what is still open can be merged as if nothing had happened.
      for (const request of after.filter(({ state }) => state === 'opened')) {
        await get(server, `${project}/merge_requests/${request.iid}`)
        const merged = await server.api('PUT', `${project}/merge_requests/${request.iid}/merge`)
        expect(merged.status).toBe(200)
        told = told.add(`${request.source_branch}.txt`)
      }
    }
  } finally {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  }
}
