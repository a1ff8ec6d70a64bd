import type { ObjectId } from '@forgefold/core/ports'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MEBIBYTE = 1024 * 1024
const NOTICE = 'Title\n\n--commit message is too big'
/** Git ids of seconds after which no calendar goes on. */
const BEYOND_TIME = 99_999_999_999_999

describe.runIf(programs.need('git'))('commits and tags with very long messages', () => {
  let world: TestInstance
  let first: ObjectId
  beforeAll(async () => {
    world = await openTestInstance()
    await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'app', initialize_with_readme: true } })
    first = (await world.forge.git.of(1).ref('refs/heads/main')) as ObjectId
  })
  afterAll(() => world.close())

  const read = (path: string, query = '') => world.ask('GET', `/api/v4/projects/1/${path}`, { as: world.root, query })
  const commit = async (branch: string, message: string, seconds = 1_700_000_000): Promise<ObjectId> => {
    const git = world.forge.git.of(1)
    const { tree } = (await git.commit(first)) as { readonly tree: ObjectId }
    const author = { name: 'Ann', email: 'ann@example.com', seconds, offset: 0 }
    const id = await git.writeCommit({ tree, parents: [first], author, committer: author, message })
    await git.updateRefs([{ ref: `refs/heads/${branch}`, to: id }])
    return id
  }

  it.each([
    ['a page', 'repository/commits', ''],
    ['one commit', 'repository/commits/long', ''],
    ['branches', 'repository/branches', ''],
    ['a comparison', 'repository/compare', 'from=main&to=long'],
    ['all commits', 'repository/commits', 'all=true'],
  ])('are told as such in %s', async (_, path, query) => {
    await commit('long', `Title\n\n${'x'.repeat(20 * MEBIBYTE)}`)
    const found = await read(path, path.endsWith('commits') && query === '' ? 'ref_name=long' : query)
    expect(found.status, found.text.slice(0, 300)).toBe(200)
    expect(found.text).toContain(JSON.stringify(NOTICE))
  })

  it('are shown whole alone, up to ten mebibytes', async () => {
    const message = `Title\n\n${'x'.repeat(9 * MEBIBYTE)}`
    await commit('long', message)
    expect((await read('repository/commits/long')).json).toMatchObject({ title: 'Title', message })
    expect((await read('repository/commits', 'ref_name=long')).json).toMatchObject([{ message: NOTICE }, {}])
  })

  it('have the beginning of a first line without end as their title', async () => {
    await commit('long', 'x'.repeat(20 * MEBIBYTE))
    const { json } = await read('repository/commits/long')
    expect(json).toMatchObject({ title: 'x'.repeat(10 * 1024) })
  })

  it('take no more memory than what is shown', async () => {
    const id = await commit('long', 'x'.repeat(40 * MEBIBYTE))
    const git = world.forge.git.of(1)
    expect((await git.commit(id))?.message.length).toBeLessThan(13 * MEBIBYTE)
    // What comes behind it is answered as before.
    expect((await git.commit(first))?.id).toBe(first)
  })

  it('are told as such of tags', async () => {
    const message = `Title\n\n${'x'.repeat(MEBIBYTE)}`
    const made = { tag_name: 'v1', ref: 'main', message }
    expect((await world.ask('POST', '/api/v4/projects/1/repository/tags', { as: world.root, json: made })).status).toBe(
      201,
    )
    expect((await read('repository/tags')).json).toMatchObject([{ message: 'Title\n\n--tag message is too big' }])
  })

  it('a module of a commit from beyond all time has a time', async () => {
    const json = { branch: 'main', content: 'module forge.test/root/app\n', commit_message: 'go' }
    await world.ask('POST', '/api/v4/projects/1/repository/files/go.mod', { as: world.root, json })
    first = (await world.forge.git.of(1).ref('refs/heads/main')) as ObjectId
    const id = await commit('far', 'far', BEYOND_TIME)
    await world.forge.git.of(1).updateRefs([{ ref: 'refs/tags/v1.0.0', to: id }])
    const found = await read('packages/go/forge.test%2Froot%2Fapp/@v/v1.0.0.info')
    expect([found.status, found.json]).toEqual([200, { Version: 'v1.0.0', Time: '1970-01-01T00:00:00.000Z' }])
  })
})
