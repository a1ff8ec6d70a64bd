import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'

interface Labelled {
  readonly iid: number
  readonly labels: ReadonlyArray<string>
}

interface Label {
  readonly id: number
  readonly name: string
}

/** Titles of labels are compared without regard to case (docs/reference/behaviour/planning.md#labels). */
describe.each(['issues', 'merge_requests'] as const)('labels of %s whatever the case of their letters', (kind) => {
  let world: World
  let iid: number
  const at = () => `/${kind}/${iid}`
  const change = async (json: object): Promise<ReadonlyArray<string>> => {
    const { status, json: changed, text } = await world.at(world.dev, 'PUT', at(), json)
    expect(status, text).toBe(200)
    return (changed as Labelled).labels
  }
  const titles = async (): Promise<ReadonlyArray<string>> => {
    const { json } = await world.at(world.dev, 'GET', '/labels')
    return (json as ReadonlyArray<Label>).map(({ name }) => name).toSorted()
  }
  const found = async (query: string, path = kind as string): Promise<ReadonlyArray<number>> => {
    const { json, text } = await world.at(world.dev, 'GET', `/${path}`, undefined, query)
    expect(Array.isArray(json), text).toBe(true)
    return (json as ReadonlyArray<Labelled>).map((one) => one.iid)
  }

  beforeAll(async () => {
    world = await openMergeWorld()
    await world.at(world.dev, 'POST', '/labels', { name: 'bug', color: '#ff0000' })
    await world.ask(world.owner, 'POST', '/groups/top/labels', { name: 'Größe', color: '#00ff00' })
    await world.commit('one', { 'a.txt': 'a' }, 'main')
    const wish =
      kind === 'issues'
        ? { title: 'One', labels: 'BUG,GRÖSSE' }
        : { title: 'One', labels: ['Bug', 'gRÖßE'], source_branch: 'one', target_branch: 'main' }
    const made = await world.at(world.dev, 'POST', `/${kind}`, wish)
    expect(made.status, made.text).toBe(201)
    iid = (made.json as Labelled).iid
  })
  afterAll(() => world.close())

  it('uses the label that is there', async () => {
    const shown = (await world.at(world.dev, 'GET', at())).json as Labelled
    expect(shown.labels).toContain('bug')
    expect(await change({ labels: 'BUG,größe' })).toEqual(['Größe', 'bug'])
    expect(await change({ add_labels: 'Bug,bUG,GRÖßE' })).toEqual(['Größe', 'bug'])
    expect((await titles()).filter((title) => title.toLowerCase() === 'bug')).toEqual(['bug'])
    expect((await titles()).filter((title) => title.toLowerCase() === 'größe')).toEqual(['Größe'])
  })
  it('takes it away', async () => {
    expect(await change({ remove_labels: 'GRÖßE' })).toEqual(['bug'])
    expect(await change({ add_labels: 'GRÖßE', remove_labels: ['Bug'] })).toEqual(['Größe'])
    expect(await change({ labels: ' Bug , größe ' })).toEqual(['Größe', 'bug'])
  })
  it('is found by it, and left out', async () => {
    expect(await found('labels=BUG')).toEqual([iid])
    expect(await found('labels[]=Bug&labels[]=GR%C3%96%C3%9FE')).toEqual([iid])
    expect(await found('not[labels]=BUG')).toEqual([])
    expect(await found('not[labels][]=other')).toEqual([iid])
    const group = await world.ask(world.dev, 'GET', `/groups/top/${kind}`, undefined, 'labels=Bug&state=all')
    expect((group.json as ReadonlyArray<Labelled>).map((one) => one.iid)).toEqual([iid])
    const all = await world.ask(world.dev, 'GET', `/${kind}`, undefined, 'labels=bUg&scope=all')
    expect((all.json as ReadonlyArray<Labelled>).map((one) => one.iid)).toEqual([iid])
  })
  it('does the same in quick actions', async () => {
    const note = await world.at(world.dev, 'POST', `${at()}/notes`, { body: '/unlabel ~BUG\n/label ~"größe"' })
    expect(note.status, note.text).toBe(202)
    expect(((await world.at(world.dev, 'GET', at())).json as Labelled).labels).toEqual(['Größe'])
    await world.at(world.dev, 'POST', `${at()}/notes`, { body: '/relabel ~Bug' })
    expect(((await world.at(world.dev, 'GET', at())).json as Labelled).labels).toEqual(['bug'])
  })
  it('is that label in its address, and taken for others', async () => {
    expect((await world.at(world.dev, 'GET', '/labels/BUG')).json).toMatchObject({ name: 'bug' })
    const renamed = await world.at(world.dev, 'PUT', '/labels/Bug', { new_name: 'BUG' })
    expect([renamed.status, (renamed.json as Label).name]).toEqual([200, 'BUG'])
    const body = { name: 'bUG', color: '#000000' }
    const taken = await world.at(world.dev, 'POST', '/labels', body)
    expect([taken.status, taken.json]).toEqual([409, { message: 'Label already exists' }])
    const below = await world.at(world.dev, 'POST', '/labels', { ...body, name: 'GRÖßE' })
    expect([below.status, below.json]).toEqual([409, { message: 'Label already exists' }])
    expect(
      (await world.ask(world.owner, 'PUT', '/groups/top/labels/GR%C3%96%C3%9FE', { color: '#111111' })).status,
    ).toBe(200)
    expect(((await world.at(world.dev, 'GET', at())).json as Labelled).labels).toEqual(['BUG'])
    expect((await world.at(world.dev, 'DELETE', '/labels/bug')).status).toBe(204)
    expect(((await world.at(world.dev, 'GET', at())).json as Labelled).labels).toEqual([])
  })

  it('makes a good number of new labels at once, and refuses more than that before it makes any', async () => {
    const before = await titles()
    const named = (count: number) => Array.from({ length: count }, (_, at) => `new-${at}`)
    const refused = await world.at(world.dev, 'PUT', at(), { labels: named(251).join(','), title: 'Renamed' })
    expect([refused.status, refused.json]).toEqual([
      400,
      { message: '400 Bad request - labels: 251 of them are new, at most 250 are made at a time' },
    ])
    expect(await titles()).toEqual(before)
    expect(((await world.at(world.dev, 'GET', at())).json as { readonly title: string }).title).not.toBe('Renamed')
    expect(await change({ labels: named(250).join(',') })).toHaveLength(250)
    expect(await change({ labels: named(251).join(',') })).toHaveLength(251)
    await change({ labels: '' })
    for (const title of named(251)) await world.at(world.dev, 'DELETE', `/labels/${title}`)
  })
})
