import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const AT = '/api/v4/projects/1/repository'

describe.runIf(programs.need('git'))('commits of a project', () => {
  let world: TestInstance
  const sha: Record<string, string> = {}
  const ask = (method: string, path: string, json?: unknown, query = '') =>
    world.ask(method, path, { as: world.root, query, json })
  const commit = async (branch: string, message: string, actions: ReadonlyArray<unknown>, more: object = {}) => {
    const made = await ask('POST', `${AT}/commits`, { branch, commit_message: message, actions, ...more })
    expect(made.status).toBe(201)
    sha[message] = (made.json as { id: string }).id
  }

  beforeAll(async () => {
    world = await openTestInstance({ startsAt: '2022-05-01T10:00:00Z' })
    const project = { name: 'app', visibility: 'public', default_branch: 'main' }
    expect((await ask('POST', '/api/v4/projects', project)).status).toBe(201)
    const ann = { author_name: 'Ann', author_email: 'ann@example.com' }
    await commit('main', 'One', [
      { action: 'create', file_path: 'a.ts', content: 'first\nsecond\nthird\n' },
      { action: 'create', file_path: 'tool.py', content: '123456' },
      { action: 'create', file_path: 'node_modules/x/index.js', content: 'x'.repeat(1000) },
    ])
    await commit('main', 'Two', [{ action: 'update', file_path: 'a.ts', content: 'first\nSECOND\nthird\n' }], ann)
    await commit('side', 'Three', [{ action: 'create', file_path: 'b.md', content: 'b' }], {
      start_branch: 'main',
      ...ann,
    })
    await commit('side', 'Four', [{ action: 'update', file_path: 'a.ts', content: 'first\nsecond!\nthird\n' }])
  })
  afterAll(() => world.close())

  it('are blamed for the lines that they wrote', async () => {
    const blamed = await ask('GET', `${AT}/files/a.ts/blame`, undefined, 'ref=main')
    expect(blamed.json).toEqual([
      { commit: expect.objectContaining({ id: sha['One'], message: 'One' }), lines: ['first'] },
      { commit: expect.objectContaining({ id: sha['Two'], author_name: 'Ann' }), lines: ['SECOND'] },
      { commit: expect.objectContaining({ id: sha['One'] }), lines: ['third'] },
    ])
    const part = await ask('GET', `${AT}/files/a.ts/blame`, undefined, 'ref=main&range[start]=2&range[end]=2')
    expect(part.json).toEqual([{ commit: expect.objectContaining({ id: sha['Two'] }), lines: ['SECOND'] }])
    for (const [query, status] of [
      ['ref=main&range[start]=9&range[end]=10', 404],
      ['ref=main&range[start]=0&range[end]=1', 400],
      ['ref=main&range[start]=3&range[end]=2', 400],
      ['ref=main&range[start]=3', 400],
      ['ref=nope', 404],
      ['', 400],
    ] as const)
      expect([query, (await ask('GET', `${AT}/files/a.ts/blame`, undefined, query)).status]).toEqual([query, status])
    expect((await ask('GET', `${AT}/files/none/blame`, undefined, 'ref=main')).status).toBe(404)
  })

  it('are counted by author, and languages by their bytes', async () => {
    const authors = await ask('GET', `${AT}/contributors`, undefined, 'order_by=email&sort=desc')
    expect(authors.json).toEqual([
      { name: 'Ann', email: 'ann@example.com', commits: 1, additions: 0, deletions: 0 },
      expect.objectContaining({ name: 'Administrator', commits: 1 }),
    ])
    expect((await ask('GET', '/api/v4/projects/1/languages')).json).toEqual({ TypeScript: 76, Python: 24 })
  })

  it('are picked onto another branch, once', async () => {
    const path = `${AT}/commits/${sha['Three']}/cherry_pick`
    expect((await ask('POST', path, { branch: 'main', dry_run: true })).json).toEqual({ dry_run: 'success' })
    expect((await ask('GET', `${AT}/branches/main`)).json).toMatchObject({ commit: { id: sha['Two'] } })
    const picked = await ask('POST', path, { branch: 'main' })
    expect([picked.status, picked.json]).toEqual([
      201,
      expect.objectContaining({
        message: `Three\n\n(cherry picked from commit ${sha['Three']})`,
        author_name: 'Ann',
        committer_name: 'Administrator',
        parent_ids: [sha['Two']],
      }),
    ])
    const empty = await ask('POST', path, { branch: 'main', dry_run: true })
    expect([empty.status, empty.json]).toEqual([
      400,
      { message: expect.stringMatching(/^Sorry, we cannot cherry-pick/), error_code: 'empty', dry_run: 'error' },
    ])
  })

  it('are taken back, unless something else was written there', async () => {
    const conflicting = await ask('POST', `${AT}/commits/${sha['Two']}/revert`, { branch: 'side' })
    expect([conflicting.status, conflicting.json]).toEqual([
      400,
      { message: expect.stringMatching(/^Sorry, we cannot revert/), error_code: 'conflict' },
    ])
    const reverted = await ask('POST', `${AT}/commits/${sha['Two']}/revert`, { branch: 'main' })
    expect([reverted.status, reverted.json]).toEqual([
      201,
      expect.objectContaining({ message: `Revert "Two"\n\nThis reverts commit ${sha['Two']}` }),
    ])
    const file = await ask('GET', `${AT}/files/a.ts/raw`, undefined, 'ref=main')
    expect(file.text).toBe('first\nsecond\nthird\n')
  })

  it('are refused where something is missing or not allowed', async () => {
    const path = `${AT}/commits/${sha['Three']}/cherry_pick`
    expect((await ask('POST', path, {})).json).toEqual({ error: 'branch is missing' })
    expect((await ask('POST', path, { branch: 'nope' })).json).toEqual({ message: '404 Branch Not Found' })
    expect((await ask('POST', `${AT}/commits/nope/revert`, { branch: 'main' })).json).toEqual({
      message: '404 Commit Not Found',
    })
    const dev = await world.person('dev')
    await ask('POST', '/api/v4/projects/1/members', { user_id: dev.id, access_level: 30 })
    const denied = await world.ask('POST', path, { as: dev.token, json: { branch: 'main' } })
    expect(denied.status).toBe(403)
  })

  it('and merge requests have their changes as text', async () => {
    const request = { source_branch: 'side', target_branch: 'main', title: 'Side' }
    expect((await ask('POST', '/api/v4/projects/1/merge_requests', request)).status).toBe(201)
    const diff = await world.ask('GET', '/root/app/-/merge_requests/1.diff')
    expect([diff.status, diff.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(diff.text).toMatch(/^diff --git a\/a\.ts b\/a\.ts\n/)
    const patch = await world.ask('GET', '/root/app/-/merge_requests/1.patch')
    expect(patch.text).toMatch(/^From [0-9a-f]{40} Mon Sep 17/)
    expect(patch.text.match(/^Subject: .*$/gm)).toEqual(['Subject: [PATCH 1/2] Three', 'Subject: [PATCH 2/2] Four'])
    const one = await world.ask('GET', `/root/app/-/commit/${sha['Three']}.diff`)
    expect(one.text).toContain('+++ b/b.md')
    expect((await world.ask('GET', `/root/app/-/commit/${sha['Three']}.patch`)).text).toContain(
      'Subject: [PATCH] Three',
    )
    expect((await world.ask('GET', '/root/app/-/merge_requests/9.diff')).status).toBe(404)
    expect((await world.ask('POST', '/root/app/-/merge_requests/1.diff')).status).toBe(405)
    await ask('PUT', '/api/v4/projects/1', { visibility: 'private' })
    expect((await world.ask('GET', '/root/app/-/merge_requests/1.diff')).status).toBe(302)
    const stranger = await world.person('stranger')
    expect((await world.ask('GET', '/root/app/-/merge_requests/1.diff', { as: stranger.token })).status).toBe(404)
  })
})
