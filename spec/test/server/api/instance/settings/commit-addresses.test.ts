import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld as openBrowserWorld } from '../../../oauth/world.js'
import { openMergeWorld, type World } from '../../review/merge-requests/world.js'

interface Commit {
  readonly author_email: string
  readonly committer_email: string
}

describe('commits of somebody with the private address', () => {
  let world: World
  let mine: string
  const begun = new Set<string>()
  const asRoot = (method: string, path: string, json: unknown) =>
    world.instance.ask(method, `/api/v4${path}`, { as: world.instance.root, json })
  const choose = async (commit_email: string | null) => {
    const changed = await asRoot('PUT', `/users/${world.dev.id}`, { commit_email })
    expect(changed.status, changed.text).toBe(200)
    return (changed.json as { readonly commit_email: string }).commit_email
  }
  const host = async (commit_email_hostname: string) =>
    (await asRoot('PUT', '/application/settings', { commit_email_hostname })).json
  const shown = async () =>
    ((await world.ask(world.dev, 'GET', '/user')).json as { readonly commit_email: string }).commit_email
  const commit = async (sha: string): Promise<Commit> =>
    (await world.at(world.dev, 'GET', `/repository/commits/${sha}`)).json as Commit
  const addresses = async (sha: string) => {
    const { author_email, committer_email } = await commit(sha)
    return [author_email, committer_email]
  }
  const put = async (branch: string, file: string) => {
    const actions = [{ action: 'create', file_path: file, content: file }]
    const json = { branch, ...(begun.has(branch) ? {} : { start_branch: 'main' }), commit_message: file, actions }
    const made = await world.at(world.dev, 'POST', '/repository/commits', json)
    expect(made.status, made.text).toBe(201)
    begun.add(branch)
    return (made.json as { readonly id: string }).id
  }

  beforeAll(async () => {
    world = await openMergeWorld()
    mine = `${world.dev.id}-dev@users.noreply.forge.test`
  })
  afterAll(() => world.close())

  it('carry the primary address as long as nothing is chosen', async () => {
    expect(await shown()).toBe('dev@example.com')
    expect(await addresses(await put('before', 'before'))).toEqual(['dev@example.com', 'dev@example.com'])
  })

  it('carry an address made from id, user name and host', async () => {
    expect(await choose('_private')).toBe(mine)
    expect(await shown()).toBe(mine)
    expect(await addresses(await put('made', 'made'))).toEqual([mine, mine])
  })

  it('of every kind: merges, squashes, rebases, first commits', async () => {
    await put('to-merge', 'to-merge')
    await put('to-merge', 'more')
    const merge = await world.open('to-merge')
    await world.settled(merge.iid)
    const merged = await world.at(world.dev, 'PUT', `/merge_requests/${merge.iid}/merge`, { squash: true })
    expect(merged.status, merged.text).toBe(200)
    const { merge_commit_sha, squash_commit_sha } = merged.json as {
      readonly merge_commit_sha: string
      readonly squash_commit_sha: string
    }
    expect(await addresses(merge_commit_sha)).toEqual([mine, mine])
    expect(await addresses(squash_commit_sha)).toEqual([mine, mine])

    const rebase = await world.open('before')
    expect((await world.at(world.dev, 'PUT', `/merge_requests/${rebase.iid}/rebase`)).status).toBe(202)
    const sha = await world.until('rebased', async () => {
      const now = await world.show(rebase.iid)
      return now.sha === rebase.sha ? undefined : now.sha
    })
    expect(await addresses(sha)).toEqual(['dev@example.com', mine])

    const wanted = { name: 'own', initialize_with_readme: true }
    const { id } = (await world.ask(world.dev, 'POST', '/projects', wanted)).json as { readonly id: number }
    const [first] = (await world.ask(world.dev, 'GET', `/projects/${id}/repository/commits`))
      .json as ReadonlyArray<Commit>
    expect([first?.author_email, first?.committer_email]).toEqual([mine, mine])
  })

  it('follow the host that is set, and those made before stay', async () => {
    const before = await put('old-host', 'old-host')
    expect(await host('hidden.example.com')).toMatchObject({ commit_email_hostname: 'hidden.example.com' })
    const other = `${world.dev.id}-dev@hidden.example.com`
    expect(await shown()).toBe(other)
    expect(await addresses(await put('new-host', 'new-host'))).toEqual([other, other])
    expect(await addresses(before)).toEqual([mine, mine])
    await host('')
    expect(await shown()).toBe(mine)
  })

  it('are known to be theirs: who committed may not approve', async () => {
    const approvals = { merge_requests_disable_committers_approval: true }
    expect((await world.at(world.owner, 'POST', '/approvals', approvals)).status).toBe(201)
    await put('reviewed', 'reviewed')
    const request = await world.open('reviewed', {}, world.maint)
    const approve = (who: typeof world.dev) => world.at(who, 'POST', `/merge_requests/${request.iid}/approve`)
    expect((await approve(world.dev)).status).toBe(401)
    expect((await approve(world.owner)).status).toBe(201)
  })

  it('carry another address once that is chosen; what is no address is refused', async () => {
    for (const wrong of ['_secret', 'private', 'a b@example.com'])
      expect(await asRoot('PUT', `/users/${world.dev.id}`, { commit_email: wrong })).toMatchObject({
        status: 400,
        json: { message: { commit_email: ['is invalid'] } },
      })
    expect(await shown()).toBe(mine)
    expect(await choose('work@example.com')).toBe('work@example.com')
    expect(await addresses(await put('chosen', 'chosen'))).toEqual(['work@example.com', 'work@example.com'])
    expect(await choose(null)).toBe('dev@example.com')
  })
})

describe("the address in commits, on the page of one's own profile", () => {
  it('is kept private by whoever wants that, and shown again', async () => {
    const world = await openBrowserWorld()
    const { instance, userId } = world
    const shown = async () =>
      ((await instance.ask('GET', `/api/v4/users/${userId}`, { as: instance.root })).json as Record<string, unknown>)[
        'commit_email'
      ]
    const browser = await world.browser().signIn('ann')
    expect(browser.text()).toContain('carry ann@example.com')
    await browser.send('/profile/commit_address', { private: '1' })
    const made = `${userId}-ann@users.noreply.forge.test`
    expect([browser.url, await shown()]).toEqual(['http://forge.test/profile', made])
    expect(browser.text()).toContain(`carry ${made}`)
    await browser.send('/profile/commit_address')
    expect(await shown()).toBe('ann@example.com')

    const work = { commit_email: 'work@example.com' }
    await instance.ask('PUT', `/api/v4/users/${userId}`, { as: instance.root, json: work })
    await browser.open('/profile')
    await browser.send('/profile/commit_address')
    expect(await shown()).toBe('work@example.com')
    const forged = {
      method: 'POST',
      body: new URLSearchParams({ private: '1' }),
      headers: { Origin: 'https://evil.test' },
    }
    expect((await browser.open('/profile/commit_address', forged)).status).toBe(422)
    expect(await shown()).toBe('work@example.com')
    await instance.close()
  })
})
