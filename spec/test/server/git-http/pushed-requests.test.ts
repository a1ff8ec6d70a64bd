import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlainGit, plainGit, type Served, serveFolder } from '@forgefold/spec/git'
import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

/** What a push does to merge requests is there when git has ended (docs/reference/behaviour/review.md#effects-of-pushes). */
describe('merge requests after a push', () => {
  let folder: string
  let server: Served
  let git: PlainGit

  const ask = async <A = Json>(method: string, path: string, body?: unknown): Promise<A> => {
    const { status, json } = await server.api(method, `/projects/1${path}`, body)
    expect(status, `${method} ${path}: ${JSON.stringify(json)}`).toBeLessThan(300)
    return json as A
  }
  /** Commits something onto a branch, and says what. */
  const commit = async (branch: string, message: string): Promise<string> => {
    await git.run('checkout', '-q', branch)
    await writeFile(join(folder, 'work', `${branch}.txt`), message)
    await git.run('add', '.')
    await git.run('commit', '-q', '-m', message)
    return (await git.run('rev-parse', 'HEAD')).trim()
  }
  const branchOff = (branch: string) => git.run('checkout', '-q', '-b', branch, 'origin/main')
  const push = (...refs: ReadonlyArray<string>) => git.run('push', '-q', '--force', 'origin', ...refs)
  const request = async (source_branch: string): Promise<number> =>
    (await ask('POST', '/merge_requests', { source_branch, target_branch: 'main', title: source_branch }))[
      'iid'
    ] as number
  const heads = async (iid: number): Promise<ReadonlyArray<unknown>> =>
    (await ask<ReadonlyArray<Json>>('GET', `/merge_requests/${iid}/versions`)).map((one) => one['head_commit_sha'])
  const requestFrom = async (branch: string): Promise<{ readonly iid: number; readonly first: string }> => {
    await branchOff(branch)
    const first = await commit(branch, 'one')
    await push(branch)
    return { iid: await request(branch), first }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushed-requests-'))
    server = await serveFolder(join(folder, 'data'))
    await server.api('POST', '/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
    await plainGit(folder, folder).run('clone', '-q', server.gitUrl('root/app'), 'work')
    git = plainGit(join(folder, 'work'), folder)
  })
  afterAll(async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([1, 2, 3])('have the new version (%i)', async (turn) => {
    const { iid, first } = await requestFrom(`version-${turn}`)
    const second = await commit(`version-${turn}`, 'two')
    await push(`version-${turn}`)
    expect(await heads(iid)).toEqual([second, first])
    expect(await ask('GET', `/merge_requests/${iid}`)).toMatchObject({ sha: second })
  })

  it('have it for every branch of one push', async () => {
    const [a, b] = [await requestFrom('a'), await requestFrom('b')]
    const [secondOfA, secondOfB] = [await commit('a', 'two'), await commit('b', 'two')]
    await push('a', 'b')
    expect(await heads(a.iid)).toEqual([secondOfA, a.first])
    expect(await heads(b.iid)).toEqual([secondOfB, b.first])
  })

  it('are drafts where a commit announces a rewrite', async () => {
    const { iid } = await requestFrom('rewritten')
    await commit('rewritten', 'fixup! one')
    await push('rewritten')
    expect(await ask('GET', `/merge_requests/${iid}`)).toMatchObject({ title: 'Draft: rewritten', draft: true })
  })

  it('are closed where their source branch is deleted', async () => {
    const { iid } = await requestFrom('deleted')
    await push(':deleted')
    expect(await ask('GET', `/merge_requests/${iid}`)).toMatchObject({
      state: 'closed',
      closed_by: { username: 'root' },
    })
  })

  it('have the new version where another request from their branch was rebased', async () => {
    await push('origin/main:refs/heads/release')
    const { iid, first } = await requestFrom('shared')
    const title = 'Into the release too'
    const sibling = { source_branch: 'shared', target_branch: 'release', title }
    const other = (await ask('POST', '/merge_requests', sibling))['iid'] as number
    await git.run('checkout', '-q', '-B', 'main', 'origin/main')
    await commit('main', 'ahead')
    await push('main')
    expect(await ask('PUT', `/merge_requests/${iid}/rebase`)).toEqual({ rebase_in_progress: true })
    const rebased = await eventually('the rebase', async () => {
      const told = await ask('GET', `/merge_requests/${iid}?include_rebase_in_progress=true`)
      return told['rebase_in_progress'] === false ? told : undefined
    })
    expect(rebased['merge_error']).toBe(null)
    expect(await heads(iid)).toEqual([rebased['sha'], first])
    expect(await heads(other)).toEqual([rebased['sha'], first])
  })
})
