import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startForge, type TestForge } from '@forgefold/server/testing'
import { type PlainGit, plainGit } from '@forgefold/spec/git'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Entry {
  readonly id: number
  readonly action_name: string
  readonly push_data?: Readonly<Record<string, unknown>>
}

describe.runIf(programs.need('git'))('a push of more refs than push_event_activities_limit', () => {
  let folder: string
  let forge: TestForge
  let git: PlainGit

  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await forge.as('root').fetch(`/api/v4${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.status, text).toBeLessThan(300)
    return text === '' ? undefined : JSON.parse(text)
  }
  const limit = (push_event_activities_limit: number) =>
    ask('PUT', '/application/settings', { push_event_activities_limit })
  const push = (...refs: ReadonlyArray<string>) => git.run('push', '-q', 'origin', ...refs)
  const made = (kind: string, from: number, to: number): ReadonlyArray<string> =>
    Array.from({ length: to - from + 1 }, (_, index) => `HEAD:refs/${kind}/n${from + index}`)
  const entries = async (): Promise<ReadonlyArray<Entry>> =>
    (await ask('GET', '/projects/1/events?action=pushed&per_page=100')) as ReadonlyArray<Entry>
  /** The entries that something brings, newest first, in a word. */
  const broughtBy = async (deed: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
    const newest = (await entries())[0]?.id ?? 0
    await deed()
    const brought = (await entries()).filter(({ id }) => id > newest)
    return brought.map(({ action_name, push_data }) =>
      [action_name, push_data?.['ref_type'], push_data?.['ref'] ?? push_data?.['ref_count']].join(' '),
    )
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-many-refs-'))
    forge = await startForge()
    await ask('POST', '/projects', { name: 'app', initialize_with_readme: true })
    git = plainGit(folder, folder)
    const address = `${forge.url.replace('http://', `http://oauth2:${forge.tokens['root']}@`)}/root/app.git`
    await git.run('clone', '-q', address, '.')
  })
  afterAll(async () => {
    await forge.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is one entry with their number', async () => {
    expect(await broughtBy(() => push(...made('heads', 1, 4)))).toEqual(['pushed new branch 4'])
    const [entry] = await entries()
    expect(entry).toMatchObject({ project_id: 1, target_id: null, target_type: null, author_username: 'root' })
    expect(entry?.push_data).toEqual({
      commit_count: 0,
      action: 'created',
      ref_type: 'branch',
      commit_from: null,
      commit_to: null,
      ref: null,
      commit_title: null,
      ref_count: 4,
    })
  })

  it('of no more than three at first, each is an entry', async () => {
    const brought = await broughtBy(() => push(...made('heads', 5, 7)))
    expect([...brought].sort()).toEqual(['n5', 'n6', 'n7'].map((name) => `pushed new branch ${name}`))
    expect((await entries())[0]?.push_data?.['ref_count']).toBeNull()
  })

  it('counts branches and tags apart, and new ones apart from moved and deleted ones', async () => {
    await limit(2)
    await git.run('commit', '-q', '--allow-empty', '-m', 'more')
    const moved = ['HEAD:refs/heads/n5', 'HEAD:refs/heads/n6', 'HEAD:refs/heads/n7']
    const gone = [':refs/heads/n1', ':refs/heads/n2', ':refs/heads/n3']
    const brought = await broughtBy(() =>
      push(...made('tags', 1, 2), ...made('heads', 11, 13), ...moved, ...gone, ':refs/heads/n4'),
    )
    expect([...brought].sort()).toEqual([
      'deleted branch 4',
      'pushed new branch 3',
      'pushed new tag n1',
      'pushed new tag n2',
      'pushed to branch 3',
    ])
  })

  it('is what git pushes: what one request deletes is told branch by branch', async () => {
    await limit(1)
    await push('HEAD:main')
    const brought = await broughtBy(() => ask('DELETE', '/projects/1/repository/merged_branches'))
    expect(brought).toHaveLength(6)
    expect(brought).toContain('deleted branch n13')
  })

  it('counts from the limit of its time, and anew in each push', async () => {
    await limit(0)
    expect(await broughtBy(() => push('HEAD:refs/heads/alone'))).toEqual(['pushed new branch 1'])
    await limit(3)
    expect(await broughtBy(() => push(...made('heads', 21, 23)))).toHaveLength(3)
    expect(await broughtBy(() => push(...made('heads', 31, 33)))).toHaveLength(3)
    expect((await entries()).filter(({ push_data }) => push_data?.['ref_count'] === 1)).toHaveLength(1)
  })

  it('may change very many', async () => {
    expect(await broughtBy(() => push(...made('tags', 1001, 2002)))).toEqual(['pushed new tag 1002'])
  })
})
