import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'

interface Labelled {
  readonly iid: number
  readonly labels: ReadonlyArray<string>
}

/** Scoped labels exclude each other (docs/reference/behaviour/planning.md#labels). */
describe.each(['issues', 'merge_requests'] as const)('scoped labels of %s', (kind) => {
  let world: World
  let iid: number
  const change = async (json: object): Promise<ReadonlyArray<string>> => {
    const { status, json: changed, text } = await world.at(world.dev, 'PUT', `/${kind}/${iid}`, json)
    expect(status, text).toBe(200)
    return (changed as Labelled).labels
  }
  const say = async (body: string): Promise<ReadonlyArray<string>> => {
    const noted = await world.at(world.dev, 'POST', `/${kind}/${iid}/notes`, { body })
    expect(noted.status, noted.text).toBe(202)
    return ((await world.at(world.dev, 'GET', `/${kind}/${iid}`)).json as Labelled).labels
  }

  beforeAll(async () => {
    world = await openMergeWorld()
    await world.commit('one', { 'a.txt': 'a' }, 'main')
    const made = await world.at(world.dev, 'POST', `/${kind}`, {
      title: 'One',
      labels: 'priority::low,bug,priority::high',
      source_branch: 'one',
      target_branch: 'main',
    })
    expect(made.status, made.text).toBe(201)
    expect((made.json as Labelled).labels).toEqual(['bug', 'priority::high'])
    iid = (made.json as Labelled).iid
  })
  afterAll(() => world.close())

  it('gives way to one of the same scope that is added, whatever the case', async () => {
    expect(await change({ add_labels: 'Priority::low' })).toEqual(['bug', 'priority::low'])
    expect(await change({ add_labels: 'PRIORITY::urgent' })).toEqual(['PRIORITY::urgent', 'bug'])
  })
  it('stays beside labels of other scopes, those of a longer scope, and titles that only look scoped', async () => {
    expect(await change({ labels: 'a::b,a::b::c,a::b::d,x::,::y,z:: ,a:b,a:c' })).toEqual(
      ['::y', 'a:b', 'a:c', 'a::b', 'a::b::d', 'x::', 'z::'].toSorted(),
    )
  })
  it('is replaced by a quick action, which the history of labels tells', async () => {
    await change({ labels: 'stage::one,bug' })
    await world.at(world.dev, 'POST', '/labels', { name: 'stage::two', color: '#ff0000' })
    expect(await say('/label ~"stage::two"')).toEqual(['bug', 'stage::two'])
    expect(await say('/relabel ~"stage::two" ~"stage::one"')).toEqual(['stage::one'])
    const { json } = await world.at(
      world.dev,
      'GET',
      `/${kind}/${iid}/resource_label_events`,
      undefined,
      'per_page=100',
    )
    const told = (json as ReadonlyArray<{ readonly action: string; readonly label: { readonly name: string } }>).map(
      ({ action, label }) => `${action} ${label.name}`,
    )
    expect(told).toContain('remove stage::one')
    expect(told).toContain('add stage::two')
  })
})

it('are kept side by side on the free tier', async () => {
  const world = await openMergeWorld({ tier: 'free' })
  try {
    const made = await world.at(world.dev, 'POST', '/issues', { title: 'One', labels: 'priority::low,priority::high' })
    expect((made.json as Labelled).labels).toEqual(['priority::high', 'priority::low'])
  } finally {
    await world.close()
  }
})
