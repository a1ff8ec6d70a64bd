import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Shown, type World } from './world.js'

let world: World

beforeAll(async () => {
  world = await openMergeWorld()
})
afterAll(() => world.close())

let count = 0
const proposal = async (more: object = {}): Promise<Shown> => {
  const name = `b${++count}`
  await world.commit(name, { [`${name}.txt`]: 'x\n' }, 'main')
  const made = await world.open(name, more)
  await world.settled(made.iid)
  return made
}

describe('words that look like keys of another tracker', () => {
  it('close nothing where the project has no such tracker', async () => {
    const { iid } = await proposal({ description: 'Fixes UTF-8 and SHA-256. Closes ABC-1' })
    expect((await world.at(world.dev, 'GET', `/merge_requests/${iid}/closes_issues`)).json).toEqual([])
    const merged = (await world.at(world.maint, 'PUT', `/merge_requests/${iid}/merge`)).json as Shown
    const { json } = await world.at(world.dev, 'GET', `/repository/commits/${merged.merge_commit_sha}`)
    expect((json as { readonly message: string }).message).not.toContain('Closes')
  })
})

describe('reviewers', () => {
  it('come in pages', async () => {
    const reviewer_ids = [world.maint.id, world.dev.id, world.owner.id]
    const { iid } = await proposal({ reviewer_ids })
    const page = (query: string) => world.at(world.dev, 'GET', `/merge_requests/${iid}/reviewers`, undefined, query)
    const first = await page('per_page=2')
    expect((first.json as ReadonlyArray<unknown>).length).toBe(2)
    expect([first.headers.get('x-total'), first.headers.get('x-next-page')]).toEqual(['3', '2'])
    expect(((await page('per_page=2&page=2')).json as ReadonlyArray<unknown>).length).toBe(1)
    expect((await page('per_page=0')).status).toBe(400)
  })
})

describe('what is cleared', () => {
  const full = () => ({
    description: 'text',
    labels: 'one,two',
    assignee_ids: [world.dev.id, world.maint.id],
    reviewer_ids: [world.maint.id],
  })
  const change = async (json: object, query = ''): Promise<Shown> => {
    const { iid } = await proposal(full())
    const changed = await world.at(world.dev, 'PUT', `/merge_requests/${iid}`, json, query)
    expect(changed.status, changed.text).toBe(200)
    return changed.json as Shown
  }

  it.each([
    [{ assignee_id: null }, { assignees: [], assignee: null }],
    [{ assignee_id: '' }, { assignees: [], assignee: null }],
    [{ assignee_id: 0 }, { assignees: [], assignee: null }],
    [{ assignee_ids: null }, { assignees: [] }],
    [{ assignee_ids: '' }, { assignees: [] }],
    [{ assignee_ids: [] }, { assignees: [] }],
    [{ reviewer_ids: null }, { reviewers: [] }],
    [{ reviewer_ids: '' }, { reviewers: [] }],
    [{ labels: null }, { labels: [] }],
    [{ labels: '' }, { labels: [] }],
    [{ description: null }, { description: null }],
    [{ milestone_id: null }, { milestone: null }],
  ])('by %j', async (json, shown) => {
    expect(await change(json)).toMatchObject(shown)
  })

  it('also by blank parameters of the query', async () => {
    expect(await change({}, 'assignee_id=&labels=')).toMatchObject({ assignees: [], labels: [] })
  })

  it.each(['squash', 'state_event'])('is not %s, of which null says nothing', async (name) => {
    const { iid } = await proposal(full())
    const refused = await world.at(world.dev, 'PUT', `/merge_requests/${iid}`, { [name]: null })
    expect([refused.status, (refused.json as { readonly error: string }).error]).toEqual([
      400,
      expect.stringContaining('at least one parameter must be provided'),
    ])
  })

  it('likewise of issues', async () => {
    const made = await world.at(world.dev, 'POST', '/issues', { title: 'i', ...full() })
    const { iid } = made.json as { readonly iid: number }
    const set = async (json: object) => (await world.at(world.dev, 'PUT', `/issues/${iid}`, json)).json
    expect(await set({ labels: null })).toMatchObject({ labels: [] })
    expect(await set({ assignee_ids: null })).toMatchObject({ assignees: [] })
    await set({ assignee_ids: [world.dev.id] })
    expect(await set({ assignee_id: '' })).toMatchObject({ assignees: [] })
  })
})

describe('messages of commits', () => {
  const messageOf = async (sha: unknown) =>
    ((await world.at(world.dev, 'GET', `/repository/commits/${sha}`)).json as { readonly message: string }).message

  it.each(['no line end', 'one\n', 'two\n\n', ' around \n\nbody  ', 'carriage\r\nreturns\r\n', 'é\n\ntrailer: ü'])(
    'are kept to the byte: %j',
    async (commit_message) => {
      const branch = `m${++count}`
      const actions = [{ action: 'create', file_path: `${branch}.txt`, content: 'x' }]
      const json = { branch, start_branch: 'main', commit_message, actions }
      const made = await world.at(world.dev, 'POST', '/repository/commits', json)
      const { id, message } = made.json as { readonly id: string; readonly message: string }
      expect([message, await messageOf(id)]).toEqual([commit_message, commit_message])
      const { iid } = await world.open(branch)
      await world.settled(iid)
      const done = await world.at(world.maint, 'PUT', `/merge_requests/${iid}/merge`, {
        ...{ merge_commit_message: commit_message, squash_commit_message: commit_message, squash: true },
      })
      const merged = done.json as Shown
      expect(await messageOf(merged.merge_commit_sha)).toBe(commit_message)
      expect(await messageOf(merged.squash_commit_sha)).toBe(commit_message)
    },
  )
})

describe('filters of lists', () => {
  let merged: Shown
  let draft: Shown
  beforeAll(async () => {
    draft = await proposal({ title: 'Draft: filtered', description: 'needle' })
    merged = await proposal({ title: 'needle', description: 'filtered' })
    await world.at(world.owner, 'POST', `/merge_requests/${merged.iid}/approve`)
    const done = await world.at(world.maint, 'PUT', `/merge_requests/${merged.iid}/merge`)
    const sha = (done.json as Shown).merge_commit_sha
    await world.at(world.dev, 'POST', '/deployments', {
      ...{ environment: 'production', sha, ref: 'main', tag: false, status: 'success' },
    })
  })

  const LISTS = [
    ['all', () => '/merge_requests', 'scope=all&'],
    ['a project', () => `/projects/${world.projectId}/merge_requests`, ''],
    ['a group', () => '/groups/top/merge_requests', ''],
  ] as const

  describe.each(LISTS)('of %s', (_of, path, before) => {
    const found = async (query: string): Promise<ReadonlyArray<number>> => {
      const listed = await world.ask(world.dev, 'GET', path(), undefined, `${before}per_page=100&${query}`)
      expect(listed.status, listed.text).toBe(200)
      return (listed.json as ReadonlyArray<Shown>).map(({ iid }) => iid)
    }

    it('tell drafts from others', async () => {
      expect(await found('wip=yes')).toEqual([draft.iid])
      expect(await found('wip=no')).not.toContain(draft.iid)
    })
    it('look for words where they are told to', async () => {
      expect(await found('search=needle&in=title')).toEqual([merged.iid])
      expect(await found('search=needle&in=description')).toEqual([draft.iid])
      expect(await found('search=needle')).toEqual([merged.iid, draft.iid])
    })
    it('know what was deployed, where and when', async () => {
      expect(await found('environment=production')).toContain(merged.iid)
      expect(await found('environment=production')).not.toContain(draft.iid)
      expect(await found('environment=nowhere')).toEqual([])
      expect(await found('deployed_after=2022-01-01')).toContain(merged.iid)
      expect(await found('deployed_after=20230101')).toEqual([])
      expect(await found('deployed_before=2022-W01')).toEqual([])
      expect((await found('deployed_before=whenever')).length).toBeGreaterThan(1)
    })
    it('know who approved', async () => {
      expect(await found('approved_by_usernames[]=owner')).toEqual([merged.iid])
      expect(await found('approved_by_usernames=maint')).toEqual([])
    })
    it('know who merged', async () => {
      expect(await found('merge_user_username=maint')).toContain(merged.iid)
      expect(await found(`merge_user_id=${world.maint.id}`)).toContain(merged.iid)
      expect(await found('merge_user_username=maint')).not.toContain(draft.iid)
      expect(await found('merge_user_username=dev')).toEqual([])
      expect(await found('merge_user_username=nobody')).toEqual([])
    })
    it('take no merger twice', async () => {
      const query = `${before}merge_user_id=1&merge_user_username=maint`
      const refused = await world.ask(world.dev, 'GET', path(), undefined, query)
      expect(refused.json).toEqual({ error: 'merge_user_id, merge_user_username are mutually exclusive' })
    })
    it('leave alone what no release documents', async () => {
      expect((await found('nonsense=1')).length).toBe((await found('')).length)
    })
  })
})
