import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from './world.js'

interface Row {
  readonly id: number
  readonly name: string
}

const NONE = '0'.repeat(40)
const IN_REQUESTS = 'script: [make], rules: [{ if: $CI_MERGE_REQUEST_IID, changes:'
const FILE = `
topic: { ${IN_REQUESTS} [topic/*] }] }
main: { ${IN_REQUESTS} [main/*] }] }
child: { trigger: { include: child.yml }, rules: [{ if: $CI_MERGE_REQUEST_IID }] }
`

describe('a pipeline of a merge request', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    const files = { '.gitlab-ci.yml': FILE, 'child.yml': FILE.replaceAll(/^child.*$/gm, '') }
    await world.commit('main', files)
    await world.commit('topic', { 'topic/a': '1\n' }, 'main')
    await world.commit('main', { 'main/a': '1\n' })
  })
  afterAll(() => world.close())

  const rows = async (path: string) => (await world.at(world.dev, 'GET', path)).json as ReadonlyArray<Row>
  const namesOf = async (id: number, kind = 'jobs') =>
    (await rows(`/pipelines/${id}/${kind}`)).map(({ name }) => name).sort()
  const childOf = (id: number) =>
    world.until('the child', async () => {
      const [bridge] = (await world.at(world.dev, 'GET', `/pipelines/${id}/bridges`)).json as ReadonlyArray<{
        readonly downstream_pipeline: { readonly id: number } | null
      }>
      return bridge?.downstream_pipeline ?? undefined
    })

  it.each([false, true])('changes what its commits change, not what the target has: merged %j', async (merged) => {
    const target_branch = `target-${merged}`
    await world.at(world.dev, 'POST', '/repository/branches', { branch: target_branch, ref: 'main' })
    expect((await world.at(world.owner, 'PUT', '', { merge_pipelines_enabled: merged })).status).toBe(200)
    const { iid } = await world.open('topic', { target_branch })
    const made = await world.at(world.dev, 'POST', `/merge_requests/${iid}/pipelines`)
    expect(made.status, made.text).toBe(200)
    const { id } = made.json as Row
    expect(made.json).toMatchObject({
      before_sha: NONE,
      ref: `refs/merge-requests/${iid}/${merged ? 'merge' : 'head'}`,
    })
    expect([await namesOf(id), await namesOf(id, 'bridges')]).toEqual([['topic'], ['child']])
    const child = await childOf(id)
    expect(await namesOf(child.id)).toEqual(['topic'])
  })

  it('is refused because pipelines are disabled, before any permission is asked for', async () => {
    const [{ iid } = { iid: 0 }] = (await world.at(world.dev, 'GET', '/merge_requests')).json as ReadonlyArray<{
      readonly iid: number
    }>
    await world.at(world.owner, 'PUT', '', { builds_access_level: 'disabled' })
    const { status, json } = await world.at(world.dev, 'POST', `/merge_requests/${iid}/pipelines`)
    expect([status, json]).toEqual([400, { message: { base: ['Pipelines are disabled!'] } }])
  })
})
