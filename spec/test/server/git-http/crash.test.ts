import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openGitRepositories } from '@forgefold/adapters/git'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import type { StreamName } from '@forgefold/core/kernel'
import { plainGit, type Served, serveFolder } from '@forgefold/spec/git'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-crash-'))
  await mkdir(join(folder, 'data'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Moved {
  readonly ref: string
  readonly from: string | null
  readonly to: string | null
  readonly by: number | null
}

/** Where the history says that each ref points; every event has to begin where the last one ended. */
const toldRefs = async (
  projectId: number,
): Promise<{ readonly refs: Map<string, string>; readonly events: ReadonlyArray<Moved> }> => {
  const store = await openSqliteEventStore({ path: join(folder, 'data/events.sqlite') })
  const read = await store.readStream(`repository-${projectId}` as StreamName, { limit: 100_000 })
  await store.close()
  const refs = new Map<string, string>()
  const events = read.kind === 'Read' ? read.events.map((event) => event.data as Moved) : []
  for (const { ref, from, to } of events) {
    expect(refs.get(ref) ?? null).toBe(from)
    if (to === null) refs.delete(ref)
    else refs.set(ref, to)
  }
  return { refs, events }
}

/** Where refs point on disk. */
const trueRefs = async (projectId: number): Promise<Map<string, string>> => {
  const git = await openGitRepositories({ root: join(folder, 'data/repositories') })
  const refs = await git.of(projectId).refs('refs/heads/')
  await git.close()
  return new Map(refs.map(({ name, target }) => [name, target]))
}

/** Pushes a new commit to a branch of its own again and again, until the server is gone; gives what was acknowledged last. */
const pushOn = async (server: Served, name: string, onPushed: () => void): Promise<string | undefined> => {
  await mkdir(join(folder, name), { recursive: true })
  const git = plainGit(join(folder, name), folder)
  await git.run('init', '-q')
  let acknowledged: string | undefined
  for (let n = 0; ; n++) {
    await git.run('commit', '-q', '--allow-empty', '-m', `${name} ${n}`)
    const { code } = await git.attempt('push', '-q', '--force', server.gitUrl('root/p'), `HEAD:refs/heads/${name}`)
    if (code !== 0) return acknowledged
    acknowledged = await git.run('rev-parse', 'HEAD')
    onPushed()
  }
}

it('loses no acknowledged push, and tells every one, when the server is killed in the middle of them', async () => {
  const data = join(folder, 'data')
  let server = await serveFolder(data)
  const made = await server.api('POST', '/projects', { name: 'p', path: 'p' })
  expect(made.status).toBe(201)
  const { id } = made.json as { readonly id: number }
  const kept = new Map<string, string>()
  for (let round = 0; round < 3; round++) {
    let pushed = 0
    const onPushed = (): void => {
      pushed += 1
    }
    const writers = [0, 1, 2].map((n) => pushOn(server, `w${round}-${n}`, onPushed))
    // However slow the machine is: so many pushes are acknowledged, and others are under way somewhere.
    await vi.waitUntil(() => pushed >= 4, { timeout: 60_000, interval: 5 })
    await sleep(round * 17)
    await server.kill()
    const acknowledged = await Promise.all(writers)
    server = await serveFolder(data)
    for (const [n, head] of acknowledged.entries()) {
      if (head === undefined) continue
      const branch = await server.api('GET', `/projects/${id}/repository/branches/w${round}-${n}`)
      expect(branch.status).toBe(200)
      kept.set(`refs/heads/w${round}-${n}`, head)
    }
  }
  await server.kill()
  const { refs, events } = await toldRefs(id)
  expect(Object.fromEntries(refs)).toEqual(Object.fromEntries(await trueRefs(id)))
  // Three rounds of at least four.
  expect(events.length).toBeGreaterThanOrEqual(12)
  // Each acknowledged head was told; only an unacknowledged push of the same writer can have come after it.
  for (const [ref, head] of kept) expect(events.some((event) => event.ref === ref && event.to === head)).toBe(true)
  expect(new Set(events.map(({ by }) => by))).toEqual(new Set([1]))
})

it('tells a push whose event was lost: by whom it was begun', async () => {
  const data = join(folder, 'data')
  let server = await serveFolder(data)
  const { id } = (await server.api('POST', '/projects', { name: 'p', path: 'p', initialize_with_readme: true }))
    .json as { readonly id: number }
  await server.kill()
  // What a kill leaves behind between git's move and the event: the note on disk, the ref moved, the history silent.
  const git = await openGitRepositories({ root: join(data, 'repositories') })
  const repository = git.of(id)
  const [main] = await repository.refs('refs/heads/')
  const at = '2022-01-01T00:00:00.000Z'
  const context = { id: '01890000-0000-7000-8000-000000000000', at, actor: 'user:7', correlationId: 'c' }
  const to = main?.target ?? null
  const changes = [{ ref: 'refs/heads/lost', from: null, to }]
  await git.begin({ repository: id, changes, begunAt: Date.parse(at), note: { via: 'push', context } })
  await repository.updateRefs(changes)
  await git.begin({ repository: id, changes: [{ ref: 'refs/heads/never', from: null, to }], begunAt: 1, note: {} })
  await git.close()
  server = await serveFolder(data)
  const shown = await server.api('GET', `/projects/${id}/repository/branches/lost`)
  await server.kill()
  expect(shown.status).toBe(200)
  const { events } = await toldRefs(id)
  expect(events.at(-1)).toMatchObject({ ref: 'refs/heads/lost', from: null, to, by: 7, via: 'push' })
  const again = await openGitRepositories({ root: join(data, 'repositories') })
  expect(await again.pending()).toEqual([])
  await again.close()
})
