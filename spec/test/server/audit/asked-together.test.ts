import type { AllRead, StreamRead } from '@forgefold/core/ports'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const CALLERS = 64

let world: TestInstance

const ask = (path: string, as = world.root) => {
  const [place, query = ''] = path.split('?')
  return world.ask('GET', `/api/v4${place}`, { as, query })
}

/** How many events are read from the store meanwhile, without the looks at its end. */
const eventsRead = async (work: () => Promise<unknown>): Promise<number> => {
  const { events: store } = world.forge
  let count = 0
  const counted = <Read extends AllRead | StreamRead>(read: Read): Read => {
    count += read.kind === 'Read' ? read.events.length : 0
    return read
  }
  const [readAll, readStream] = [store.readAll, store.readStream]
  const spies = [
    vi.spyOn(store, 'readAll').mockImplementation(async (options = {}) => {
      const read = await readAll(options)
      return options.direction === 'backwards' && options.limit === 1 ? read : counted(read)
    }),
    vi.spyOn(store, 'readStream').mockImplementation(async (...asked) => counted(await readStream(...asked))),
  ]
  await work()
  for (const spy of spies) spy.mockRestore()
  return count
}

beforeAll(async () => {
  world = await openTestInstance()
  await world.person('jane')
  await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'app' } })
  for (let n = 0; n < 5; n++)
    await world.ask('POST', '/api/v4/projects/1/issues', { as: world.root, json: { title: `Issue ${n}` } })
  await world.ask('PUT', '/api/v4/projects/1/issues/1', { as: world.root, json: { title: 'Better' } })
})
afterAll(() => world.close())

describe('a question to the history', () => {
  it.each([
    '/forgefold/history?thing=user:1',
    '/forgefold/history?thing=root/app%231',
    '/forgefold/history/5/explanation',
    '/forgefold/blame?thing=issue:1&field=title',
    '/projects/1/issues/1/blame?field=title',
    '/forgefold/documents?thing=user:1&at=20',
    '/forgefold/differences?thing=issue:1&from=5',
    '/forgefold/differences/all?from=5',
    '/forgefold/what_if?set=signup_enabled%3Dfalse',
  ])('is looked into once however many ask it at the same time: %s', async (path) => {
    const alone = await ask(path)
    expect(alone.status).toBe(200)
    const once = await eventsRead(() => ask(path))
    let answers: ReadonlyArray<Awaited<ReturnType<typeof ask>>> = []
    const together = await eventsRead(async () => {
      answers = await Promise.all(Array.from({ length: CALLERS }, () => ask(path)))
    })
    expect(answers.map(({ status, json }) => ({ status, json }))).toEqual(
      Array.from({ length: CALLERS }, () => ({ status: 200, json: alone.json })),
    )
    expect(together).toBe(once)
  })

  it('is looked into again once something was written', async () => {
    const path = '/forgefold/history?thing=issue:2&sort=desc&per_page=1'
    const before = ask(path)
    await world.ask('PUT', '/api/v4/projects/1/issues/2', { as: world.root, json: { title: 'Written meanwhile' } })
    const after = await ask(path)
    await before
    expect(after.json).toMatchObject([{ data: { title: 'Written meanwhile' } }])
  })

  it('is answered to whoever may ask it only', async () => {
    const { token } = await world.person('john')
    const [allowed, refused] = await Promise.all([
      ask('/forgefold/blame?thing=issue:1'),
      ask('/forgefold/blame?thing=issue:1', token),
    ])
    expect([allowed.status, refused.status]).toEqual([200, 403])
  })

  it('that is one of too many different ones of a caller is refused until others are answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, n) => ask(`/forgefold/blame?thing=issue:${(n % 5) + 1}&field=f${n}`)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(17)
    expect(refused).toHaveLength(CALLERS - 17)
    expect(refused[0]?.headers.get('Retry-After') ?? refused[0]?.headers.get('retry-after')).toBe('2')
  })
})

describe('what a question reads', () => {
  it('is one event for the event at a position', async () => {
    const position = world.forge.read.position() ?? 0
    const found = await ask(`/forgefold/history?sort=desc&per_page=1&after=${position}`)
    const [{ position: at }] = found.json as [{ readonly position: number }]
    const around = await eventsRead(() => ask(`/forgefold/history/${at}/explanation`))
    // The events on both sides are looked at for causes and consequences.
    expect(around).toBe(position)
  })

  it('is no path for a thing that is named by its number', async () => {
    const reads = vi.spyOn(world.forge.events, 'readAll')
    await ask('/forgefold/documents?thing=issue:1')
    const filtered = reads.mock.calls.filter(([options]) => options?.filter?.categories?.includes('project') === true)
    reads.mockRestore()
    expect(filtered).toEqual([])
  })
})
