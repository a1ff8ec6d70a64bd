import { createCipheriv } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../../review/merge-requests/world.js'

const OVER = /because this repository has exceeded its size limit of 1 MB by [\d.,]+ [KM]B/

describe.each(['premium', 'free'] as const)('repository_size_limit over the API, on the %s tier', (tier) => {
  let world: World
  const limited = tier === 'premium'
  let noises = 0
  /** Bytes that do not compress, others at each call and the same ones in each run. */
  const noise = (bytes: number) => {
    const key = Buffer.alloc(32, ++noises)
    return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes)).toString('base64')
  }
  const limit = async (repository_size_limit: number) => {
    const asked = { as: world.instance.root, json: { repository_size_limit } }
    expect((await world.instance.ask('PUT', '/api/v4/application/settings', asked)).status).toBe(200)
  }
  const commit = (branch: string, content: string, start = 'main') => {
    const actions = [{ action: 'create', file_path: `of-${branch}`, content, encoding: 'base64' }]
    const json = { branch, start_branch: start, commit_message: branch, actions }
    return world.at(world.dev, 'POST', '/repository/commits', json)
  }
  const head = async (branch: string) => {
    const found = await world.at(world.dev, 'GET', `/repository/branches/${branch}`)
    return (found.json as { readonly commit?: { readonly id: string } }).commit?.id
  }
  const size = () => world.instance.forge.git.of(world.projectId).size()

  beforeAll(async () => {
    world = await openMergeWorld({ tier })
    for (const branch of ['to-merge', 'to-rebase']) expect((await commit(branch, noise(100))).status).toBe(201)
    await limit(1)
  })
  afterAll(() => world.close())

  it('refuses commits and files that do not fit, and leaves nothing behind', async () => {
    const before = await size()
    const many = await commit('many', noise(1_500_000))
    const json = { branch: 'main', commit_message: 'f', content: noise(1_500_000), encoding: 'base64' }
    const file = await world.at(world.dev, 'POST', '/repository/files/large', json)
    expect([many.status, file.status]).toEqual(limited ? [400, 400] : [201, 201])
    if (!limited) return
    for (const { json } of [many, file])
      expect((json as { readonly message: string }).message).toMatch(
        new RegExp(`^Your changes could not be committed, ${OVER.source}$`),
      )
    expect([await head('many'), await size()]).toEqual([undefined, before])
  })

  it('lets through what fits, and deletions of files', async () => {
    expect((await commit('fits', noise(1000))).status).toBe(201)
    const actions = [{ action: 'delete', file_path: 'of-fits' }]
    const json = { branch: 'fits', commit_message: 'less', actions }
    expect((await world.at(world.dev, 'POST', '/repository/commits', json)).status).toBe(201)
  })

  it('refuses merges and rebases once the repository is too large', async () => {
    const merge = await world.open('to-merge')
    const rebase = await world.open('to-rebase')
    await limit(0)
    expect((await commit('filled', noise(2_000_000))).status).toBe(201)
    const more = {
      branch: 'main',
      commit_message: 'more',
      actions: [{ action: 'create', file_path: 'm', content: 'm' }],
    }
    expect((await world.at(world.owner, 'POST', '/repository/commits', more)).status).toBe(201)
    await limit(1)
    await world.settled(merge.iid)
    await world.settled(rebase.iid)
    const before = await head('main')
    const merged = await world.at(world.dev, 'PUT', `/merge_requests/${merge.iid}/merge`)
    if (!limited) {
      expect(merged.status, merged.text).toBe(200)
      return
    }
    expect(merged).toMatchObject({ status: 422, json: { message: 'Branch cannot be merged' } })
    const shown = await world.show(merge.iid)
    expect([shown.state, shown.merge_status]).toEqual(['opened', 'can_be_merged'])
    expect(shown.merge_error).toMatch(new RegExp(`^This merge request cannot be merged, ${OVER.source}$`))
    expect(await head('main')).toBe(before)

    const old = await head('to-rebase')
    expect((await world.at(world.dev, 'PUT', `/merge_requests/${rebase.iid}/rebase`)).status).toBe(202)
    const error = await world.until(
      'the rebase has failed',
      async () => (await world.show(rebase.iid)).merge_error ?? undefined,
    )
    expect(error).toMatch(
      new RegExp(`^The rebase pre-receive hook failed: Your push has been rejected, ${OVER.source}`),
    )
    expect(await head('to-rebase')).toBe(old)

    await limit(0)
    expect((await world.at(world.dev, 'PUT', `/merge_requests/${merge.iid}/merge`)).status).toBe(200)
    expect((await world.show(merge.iid)).merge_error).toBe(null)
  })

  it('tells a request that waited for its pipeline why it is not merged', async () => {
    await limit(0)
    expect((await commit('waiting', noise(100))).status).toBe(201)
    const request = await world.open('waiting')
    await world.settled(request.iid)
    const report = (state: string) =>
      world.at(world.maint, 'POST', `/statuses/${request.sha}`, { state, name: 'ext', ref: 'waiting' })
    expect((await report('running')).status).toBe(201)
    const accept = () =>
      world.at(world.dev, 'PUT', `/merge_requests/${request.iid}/merge`, { merge_when_pipeline_succeeds: true })
    expect((await accept()).status).toBe(200)
    expect((await world.show(request.iid)).merge_error).toBe(null)
    await limit(1)
    expect((await report('success')).status).toBe(201)
    const done = await world.until('what became of it', async () => {
      const now = await world.show(request.iid)
      return (now.state === 'merged' || now.merge_error !== null) && now
    })
    expect(done.state).toBe(limited ? 'opened' : 'merged')
    if (limited) expect(done.merge_error).toMatch(new RegExp(`^This merge request cannot be merged, ${OVER.source}$`))
    await limit(0)
  })
})
