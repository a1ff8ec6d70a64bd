import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.js'

interface Merged {
  readonly iid: number
  readonly sha: string
}

describe('the merge requests that a deployment shipped', () => {
  let stage: Stage
  let sequence = 0
  const at = () => `/projects/${stage.projectId}`
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage.instance.close())

  /** Merges a change of one new file; the commit that the target branch then has. */
  const merge = async (target = 'main', more: object = {}): Promise<Merged> => {
    sequence += 1
    const branch = `change-${sequence}`
    await stage.commit(stage.tokens.dev, branch, { [`${branch}.txt`]: branch }, target)
    const { iid } = await stage.must<{ readonly iid: number }>('POST', `${at()}/merge_requests`, stage.tokens.dev, {
      ...{ source_branch: branch, target_branch: target, title: branch },
    })
    const done = await eventually(`the merge of ${branch}`, async () => {
      const path = `${at()}/merge_requests/${iid}/merge`
      const tried = await stage.call('PUT', path, stage.tokens.maint, more as Record<string, unknown>)
      return tried.status === 200 ? (tried.json as { readonly merge_commit_sha: string }) : undefined
    })
    return { iid, sha: done.merge_commit_sha }
  }
  const deploy = (environment: string, sha: string, more: object = {}) =>
    stage.must<{ readonly id: number }>('POST', `${at()}/deployments`, stage.tokens.maint, {
      ...{ environment, sha, ref: 'main', tag: false, status: 'success', ...more },
    })
  const shippedBy = async (id: number, query = ''): Promise<ReadonlyArray<number>> => {
    const path = `${at()}/deployments/${id}/merge_requests?${query}`
    const rows = await stage.must<ReadonlyArray<{ readonly iid: number }>>('GET', path, stage.tokens.dev)
    return rows.map(({ iid }) => iid).toSorted((a, b) => a - b)
  }

  it('are all of its branch at the first success, and those in between at the next', async () => {
    const one = await merge()
    const two = await merge()
    await stage.must('POST', `${at()}/repository/branches?branch=side&ref=main`, stage.tokens.maint)
    const aside = await merge('side')
    const first = await deploy('production', one.sha)
    // All merged into the branch count, even what the commit does not hold yet (docs/reference/behaviour/delivery.md#merge-requests-of-a-deployment).
    expect(await shippedBy(first.id)).toEqual([one.iid, two.iid])
    const second = await deploy('production', two.sha)
    expect(await shippedBy(second.id)).toEqual([two.iid])
    const three = await merge()
    const four = await merge('main', { squash: true })
    const third = await deploy('production', four.sha)
    expect(await shippedBy(third.id)).toEqual([three.iid, four.iid])
    expect(await shippedBy((await deploy('side', aside.sha, { ref: 'side' })).id)).toEqual([aside.iid])
  })

  it('stay what they were, whatever becomes of the deployment, and are none where it goes back', async () => {
    const before = await merge()
    await deploy('steady', before.sha)
    const next = await merge()
    const { id } = await deploy('steady', next.sha)
    expect(await shippedBy(id)).toEqual([next.iid])
    await stage.must('PUT', `${at()}/deployments/${id}`, stage.tokens.maint, { status: 'failed' })
    await stage.must('PUT', `${at()}/deployments/${id}`, stage.tokens.maint, { status: 'success' })
    expect(await shippedBy(id)).toEqual([next.iid])
    expect(await shippedBy((await deploy('steady', before.sha)).id)).toEqual([])
    const again = await deploy('steady', next.sha)
    expect(await shippedBy(again.id)).toEqual([next.iid])
  })

  it('are none before it succeeds, none of review apps, none of what there is not', async () => {
    const { sha, iid } = await merge()
    const waiting = await deploy('later', sha, { status: 'running' })
    expect(await shippedBy(waiting.id)).toEqual([])
    await stage.must('PUT', `${at()}/deployments/${waiting.id}`, stage.tokens.maint, { status: 'success' })
    expect(await shippedBy(waiting.id)).toContain(iid)
    expect(await shippedBy((await deploy('review/one', sha)).id)).toEqual([])
    expect(await shippedBy((await deploy('prod/eu', sha)).id)).toContain(iid)
    expect(await shippedBy((await deploy('staging/eu', sha)).id)).toContain(iid)
    expect(await shippedBy(99_999)).toEqual([])
  })

  it('are those, too, whose commits were cherry-picked', async () => {
    const base = await merge()
    const release = await stage.must<{ readonly commit: { readonly id: string } }>(
      'POST',
      `${at()}/repository/branches?branch=release&ref=${base.sha}`,
      stage.tokens.maint,
    )
    await deploy('customer', release.commit.id, { ref: 'release' })
    const fix = await merge()
    await merge()
    const picked = await stage.must<{ readonly id: string }>('POST', `${at()}/repository/commits`, stage.tokens.maint, {
      branch: 'release',
      commit_message: `Fix\n\n(cherry picked from commit ${fix.sha})`,
      actions: [{ action: 'create', file_path: 'fix.txt', content: 'fix' }],
    })
    const { id } = await deploy('customer', picked.id, { ref: 'release' })
    expect(await shippedBy(id)).toEqual([fix.iid])
  })

  it('are listed with every parameter of lists', async () => {
    const start = await merge()
    await deploy('lists', start.sha)
    const a = await merge()
    const b = await merge()
    await stage.must('PUT', `${at()}/merge_requests/${b.iid}`, stage.tokens.dev, { labels: 'urgent' })
    const { id } = await deploy('lists', b.sha)
    expect(await shippedBy(id)).toEqual([a.iid, b.iid])
    expect(await shippedBy(id, 'labels=urgent')).toEqual([b.iid])
    expect(await shippedBy(id, 'labels=none-such')).toEqual([])
    expect(await shippedBy(id, 'state=opened')).toEqual([])
    expect(await shippedBy(id, 'state=merged&target_branch=main')).toEqual([a.iid, b.iid])
    expect(await shippedBy(id, `author_id=${stage.ids.dev}`)).toEqual([a.iid, b.iid])
    expect(await shippedBy(id, `author_id=${stage.ids.other}`)).toEqual([])
    expect(await shippedBy(id, `iids[]=${a.iid}`)).toEqual([a.iid])
    expect(await shippedBy(id, `deployed_after=2022-08-22T12:00:00Z&environment=lists`)).toEqual([a.iid, b.iid])
    expect(await shippedBy(id, `deployed_after=2023-01-01T00:00:00Z`)).toEqual([])
    expect(await shippedBy(id, 'search=change-')).toEqual([a.iid, b.iid])
    expect(await shippedBy(id, 'per_page=1')).toEqual([b.iid])
    const path = `${at()}/deployments/${id}/merge_requests?state=odd`
    expect(await stage.call('GET', path, stage.tokens.dev)).toMatchObject({
      status: 400,
      json: { error: 'state does not have a valid value' },
    })
  })
})
