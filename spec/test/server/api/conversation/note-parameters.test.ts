import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from '../review/merge-requests/world.js'

interface Note {
  readonly id: number
  readonly body: string
  readonly created_at: string
  readonly internal?: boolean
  readonly resolved?: boolean
}
interface Thread {
  readonly id: string
  readonly notes: ReadonlyArray<Note>
}

describe.each(['issues', 'merge_requests'])('what %s are told', (kind) => {
  let world: World
  let thread: Thread

  const at = async (who: Person, method: string, path: string, json?: unknown, query?: string) => {
    const answer = await world.at(who, method, `/${kind}/1${path}`, json, query)
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.json
  }

  beforeAll(async () => {
    world = await openMergeWorld()
    await world.commit('one', { 'one.txt': 'x\n' }, 'main')
    if (kind === 'issues') await world.at(world.dev, 'POST', '/issues', { title: 'one' })
    else await world.open('one')
    thread = (await at(world.dev, 'POST', '/discussions', { body: 'A thread' })) as Thread
  })
  afterAll(() => world.close())

  const WAYS = ['/notes', '/discussions', 'an answer'] as const
  const say = async (way: (typeof WAYS)[number], who: Person, note: object): Promise<Note> => {
    const path = way === 'an answer' ? `/discussions/${thread.id}/notes` : way
    const said = (await at(who, 'POST', path, note)) as Note | Thread
    return 'notes' in said ? (said.notes[0] as Note) : said
  }

  it.each(WAYS)('%s: at the time that owners give, and now for others', async (way) => {
    const created_at = '2020-02-03T04:05:06.000Z'
    expect((await say(way, world.owner, { body: `old ${way}`, created_at })).created_at).toBe(created_at)
    const now = await say(way, world.dev, { body: `new ${way}`, created_at })
    expect(now.created_at).toBe('2022-08-22T12:00:00.000Z')
  })

  it.each(WAYS.flatMap((way) => ['confidential', 'internal'].map((word) => [way, word] as const)))(
    '%s: for reporters and above where it is %s',
    async (way, word) => {
      const note = await say(way, world.dev, { body: `among us ${way} ${word}`, [word]: true })
      const read = async (who: Person) => (await world.at(who, 'GET', `/${kind}/1/notes/${note.id}`)).status
      expect([await read(world.dev), await read(world.guest)]).toEqual([200, 404])
    },
  )

  it('are listed by the time of their making or changing', async () => {
    const first = await say('/notes', world.dev, { body: 'first' })
    world.instance.clock.advance(60_000)
    const second = await say('/notes', world.dev, { body: 'second' })
    world.instance.clock.advance(60_000)
    await at(world.dev, 'PUT', `/notes/${first.id}`, { body: 'first, changed' })
    const two = async (query: string) => {
      const listed = (await at(world.dev, 'GET', '/notes', undefined, `${query}&per_page=100`)) as ReadonlyArray<Note>
      return listed.map(({ id }) => id).filter((id) => id === first.id || id === second.id)
    }
    expect(await two('order_by=created_at&sort=asc')).toEqual([first.id, second.id])
    expect(await two('order_by=updated_at&sort=asc')).toEqual([second.id, first.id])
    expect(await two('order_by=updated_at&sort=desc')).toEqual([first.id, second.id])
  })

  it('have emoji in pages', async () => {
    const note = await say('/notes', world.dev, { body: 'well done' })
    const emoji = `/notes/${note.id}/award_emoji`
    await at(world.dev, 'POST', emoji, { name: 'thumbsup' })
    await at(world.maint, 'POST', emoji, { name: 'tada' })
    const page = async (number: number) =>
      ((await at(world.dev, 'GET', emoji, undefined, `page=${number}&per_page=1`)) as ReadonlyArray<unknown>).length
    expect([await page(1), await page(2), await page(3)]).toEqual([1, 1, 0])
  })

  it('is resolved where it can be', async () => {
    const note = `/discussions/${thread.id}/notes/${thread.notes[0]?.id}`
    const answer = await world.at(world.dev, 'PUT', `/${kind}/1${note}`, { resolved: true })
    if (kind === 'issues') expect(answer.status).toBe(400)
    else expect(answer.json).toMatchObject({ resolved: true, resolved_by: { username: 'dev' } })
  })
})

describe('a thread on several lines of a diff', () => {
  it('says with which line it ends, by number or by line code', async () => {
    const world = await openMergeWorld()
    const text = ['one', 'two', 'three', 'four'].join('\n')
    await world.commit('lines', { 'lines.txt': text }, 'main')
    await world.open('lines')
    await world.settled(1)
    const { diff_refs } = (await world.show(1)) as unknown as { readonly diff_refs: Readonly<Record<string, string>> }
    const line_range = (end: object) => ({ start: { type: 'new', new_line: 1 }, end: { type: 'new', ...end } })
    const begin = (end: object) =>
      world.at(world.dev, 'POST', '/merge_requests/1/discussions', {
        body: 'all of this',
        position: {
          ...diff_refs,
          position_type: 'text',
          new_path: 'lines.txt',
          old_path: 'lines.txt',
          new_line: 3,
          line_range: line_range(end),
        },
      })
    const code = (await begin({ new_line: 3 })).json as {
      readonly notes: ReadonlyArray<{
        readonly position: { readonly line_range: { readonly end: { readonly line_code: string } } }
      }>
    }
    const line_code = code.notes[0]?.position.line_range.end.line_code
    expect(line_code).toMatch(/^[0-9a-f]{40}_\d+_3$/)
    for (const end of [
      { new_line: 3, line_code },
      { new_line: 3, old_line: null },
    ])
      expect(await begin(end)).toMatchObject({
        status: 201,
        json: { notes: [{ position: { line_range: { end: { line_code, type: 'new', new_line: 3 } } } }] },
      })
    await world.close()
  })
})
