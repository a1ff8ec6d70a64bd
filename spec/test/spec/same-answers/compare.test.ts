import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compareAnswers, type Exchange, exchangeOf } from '@forgefold/spec/same-answers'
import { describe, expect, it } from 'vitest'

const said = (test: string, body: unknown, status = 200): Exchange =>
  exchangeOf(test, 'GET /x', status, [['Content-Type', 'application/json']], JSON.stringify(body))
const run = (...exchanges: ReadonlyArray<Exchange>): ReadonlyMap<string, ReadonlyArray<Exchange>> =>
  new Map(
    [...new Set(exchanges.map(({ test }) => test))].map((name) => [
      name,
      exchanges.filter(({ test }) => test === name),
    ]),
  )

describe('answers of two stores', () => {
  it('are the same where only what is drawn anew differs', () => {
    const one = {
      id: 7,
      token: 'glpat-aaaaaaaaaaaaaaaaaaaa',
      web_url: 'http://127.0.0.1:4711/x',
      note: `of ${'a'.repeat(64)}`,
    }
    const two = {
      id: 7,
      token: 'glpat-bbbbbbbbbbbbbbbbbbbb',
      web_url: 'http://127.0.0.1:8080/x',
      note: `of ${'b'.repeat(64)}`,
    }
    const compared = compareAnswers(run(said('t', one)), run(said('t', one)), run(said('t', two)))
    expect(compared).toEqual({ same: 1, differences: [], unsteady: [] })
  })

  it('differ by a field, a status, a header, and by a question that was not asked', () => {
    const base = said('t', { id: 7 })
    const against = (other: Exchange) => compareAnswers(run(base), run(base), run(other)).differences
    expect(against(said('t', { id: 8 }))).toHaveLength(1)
    expect(against(said('t', { id: 7 }, 201))).toHaveLength(1)
    expect(against({ ...base, headers: {} })).toEqual([
      { test: 't', asked: 'GET /x', expected: base, got: { ...base, headers: {} } },
    ])
    const next = { ...base, asked: 'GET /y' }
    expect(compareAnswers(run(base, next), run(base, next), run(base)).differences).toEqual([
      { test: 't', asked: 'number of questions', expected: 2, got: 1 },
    ])
    expect(compareAnswers(run(), run(), run(base)).differences).toHaveLength(1)
  })

  it('are those that a test waited for, however often it asked', () => {
    const waiting = said('t', { status: 'running' })
    const done = said('t', { status: 'done' })
    const compared = compareAnswers(run(waiting, done), run(waiting, done), run(waiting, waiting, waiting, done))
    expect(compared).toEqual({ same: 1, differences: [], unsteady: [] })
  })

  it('are those that a test waited for in rounds of several questions', () => {
    const at = (asked: string, n: number): Exchange => ({ ...said('t', { n }), asked })
    const rounds = (...numbers: ReadonlyArray<number>) =>
      run(at('first', 0), ...numbers.flatMap((n) => [at('list', n), at('key', 0)]), at('last', 0))
    const compared = compareAnswers(rounds(1, 3), rounds(1, 3), rounds(1, 2, 2, 3))
    expect(compared).toEqual({ same: 4, differences: [], unsteady: [] })
    expect(compareAnswers(rounds(1, 3), rounds(1, 3), rounds(1, 2, 4)).differences).toHaveLength(1)
  })

  it('are the same where signed notes differ by key, signature and hash, and differ by their size', () => {
    const log = (fill: string) => `forgefold-history/${fill.repeat(16)}`
    const note = (size: number, fill: string) =>
      said('t', `${log(fill)}\n${size}\n${fill.repeat(43)}=\n\n— ${log(fill)} ${fill.repeat(92)}\n`)
    const key = (fill: string) => said('t', `${log(fill)}+${'0'.repeat(8)}+${fill.repeat(44)}`)
    const of = (...all: ReadonlyArray<Exchange>) => run(...all.map((one, at) => ({ ...one, asked: `GET /${at}` })))
    const one = of(note(3, 'a'), key('a'))
    expect(compareAnswers(one, one, of(note(3, 'b'), key('b')))).toMatchObject({ same: 2, differences: [] })
    expect(compareAnswers(one, one, of(note(4, 'b'), key('b'))).differences).toHaveLength(1)
  })

  it('are the same where ids that were drawn stand in the same places, and differ where they do not', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(40))
    const thread = (...ids: ReadonlyArray<string | undefined>) =>
      run(...ids.map((id, index) => ({ ...said('t', { id }), asked: `GET /${index}` })))
    expect(compareAnswers(thread(a, b, a), thread(a, b, a), thread(c, d, c))).toMatchObject({
      same: 3,
      differences: [],
    })
    expect(compareAnswers(thread(a, b, a), thread(a, b, a), thread(c, d, d)).differences).toHaveLength(1)
    expect(compareAnswers(thread(a, b), thread(a, b), thread(a, a)).differences).toHaveLength(1)
  })

  it('are held to each other behind one that names other ids each time', () => {
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(40))
    const of = (...bodies: ReadonlyArray<unknown>) =>
      run(...bodies.map((body, index) => ({ ...said('t', body), asked: `GET /${index}` })))
    const compared = compareAnswers(of([a, b], a), of([a], a), of([c, d, e], d))
    expect(compared).toEqual({ same: 1, differences: [], unsteady: ['t: GET /0'] })
  })

  it('hold times against each other, but for those of the real clock', () => {
    const of = (at: Date) => run(said('t', { at: at.toISOString(), since: Math.floor(at.getTime() / 1000) }))
    const [now, soon] = [new Date(), new Date(Date.now() + 5000)]
    expect(compareAnswers(of(now), of(now), of(soon))).toMatchObject({ same: 1 })
    const [then, later] = [new Date('2022-08-22T12:00:00Z'), new Date('2022-08-22T12:00:05Z')]
    expect(compareAnswers(of(then), of(then), of(later)).differences).toHaveLength(1)
  })

  it('are the same in whatever order a client asks at once, and differ where it asks otherwise', () => {
    const [x, y] = [said('t', 1), { ...said('t', 2), asked: 'GET /y' }]
    expect(compareAnswers(run(x, y), run(x, y), run(y, x))).toMatchObject({ same: 2, differences: [] })
    expect(compareAnswers(run(x, y), run(y, x), run(x, { ...y, body: 3 })).differences).toHaveLength(1)
  })

  it.each([
    ['GET /api/v4/user/gpg_keys/1/blame', (at: number) => JSON.stringify({ tried: 4, events: [{ position: at }] })],
    ['GET /root/app/-/issues/1?step=2', (at: number) => `<a href="/root/app?as_of=${at}">then</a>`],
    ['GET /root/app?blame=true&step=1', (at: number) => `<a href="?blame_after=4-${at}-">older</a>`],
  ] as const)('name positions of the history, whatever they are: %s', (asked, body) => {
    const of = (...positions: ReadonlyArray<number>) =>
      run(
        ...positions.map((at, index) =>
          exchangeOf('t', `${asked}&n=${index}`.replace('blame&', 'blame?'), 200, [], body(at)),
        ),
      )
    expect(compareAnswers(of(63, 64), of(63, 64), of(30574, 30911))).toMatchObject({ same: 2, differences: [] })
    expect(compareAnswers(of(63, 64), of(63, 64), of(30574, 30574)).differences).toHaveLength(1)
  })

  it('say nothing where one store gives two already', () => {
    const compared = compareAnswers(run(said('t', 1)), run(said('t', 2)), run(said('t', 3)))
    expect(compared).toEqual({ same: 0, differences: [], unsteady: ['t: GET /x'] })
  })
})

describe('npm run same-answers', () => {
  it('runs tests on SQLite and on EventStoreDB, and finds their answers the same', async () => {
    const main = fileURLToPath(new URL('../../../dist/same-answers/main.js', import.meta.url))
    const tests = ['groups', 'members'].map((name) => `spec/test/server/api/projects/${name}.test.ts`)
    const child = spawn(process.execPath, [main, ...tests], {
      cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
      env: { PATH: process.env['PATH'] },
    })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        out += chunk
      })
    const [code] = (await once(child, 'close')) as [number | null]
    const [, all, same, different] = /(\d+) tests: (\d+) answers the same, (\d+) different/.exec(out) ?? []
    expect({ code, different }, out).toEqual({ code: 0, different: '0' })
    expect(Number(all)).toBeGreaterThan(10)
    expect(Number(same)).toBeGreaterThan(50)
  }, 300_000)
})
