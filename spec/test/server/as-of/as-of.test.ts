import { type Answered, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let instance: TestInstance
beforeEach(async () => {
  instance = await openTestInstance()
})
afterEach(() => instance.close())

const POSITION = 'forgefold-position'
type Headers = ReadonlyMap<string, string>
const asOf = (moment: string): Record<string, string> => ({ 'Forgefold-As-Of': moment })
const positionOf = (headers: Headers): string => headers.get(POSITION) ?? ''

const get = (path: string, moment?: string, as: string | undefined = instance.root) =>
  instance.ask('GET', path, { as, ...(moment === undefined ? {} : { headers: asOf(moment) }) })

const PROJECT = '/api/v4/projects/1'

const makeProject = async (name = 'old') => {
  const { ask, root } = instance
  await ask('POST', '/api/v4/projects', { as: root, json: { name, path: name } })
  return get(PROJECT)
}
const rename = (name: string) => instance.ask('PUT', PROJECT, { as: instance.root, json: { name } })
const writeFile = (content: string, action = 'create') =>
  instance.ask('POST', `${PROJECT}/repository/commits`, {
    as: instance.root,
    json: { branch: 'main', commit_message: content, actions: [{ action, file_path: 'a.txt', content }] },
  })

describe('an answer of the past', () => {
  it('is the one that was given at the position', async () => {
    const before = await makeProject()
    await rename('new')
    const now = await get(PROJECT)
    const past = await get(PROJECT, positionOf(before.headers))
    expect(now.text).not.toBe(before.text)
    expect(past.text).toBe(before.text)
    expect(positionOf(past.headers)).toBe(positionOf(before.headers))
    expect(positionOf(now.headers)).not.toBe(positionOf(before.headers))
  })

  it('tells the settings as of a moment before anybody had asked for them', async () => {
    const before = await makeProject()
    const now = await get('/api/v4/application/settings')
    expect(positionOf(now.headers)).not.toBe(positionOf(before.headers))
    const past = await get('/api/v4/application/settings', positionOf(before.headers))
    expect([past.status, past.json]).toEqual([200, now.json])
  })

  it('is the one that was given at the instant, by header and by parameter', async () => {
    const before = await makeProject()
    instance.clock.advance(60_000)
    await rename('new')
    expect((await get(PROJECT, '2022-08-22T12:00:30Z')).text).toBe(before.text)
    expect((await get(PROJECT, '2022-08-22T14:00:30+02:00')).text).toBe(before.text)
    const query = 'as_of=2022-08-22T14:00:30%2B02:00'
    expect((await instance.ask('GET', PROJECT, { as: instance.root, query })).text).toBe(before.text)
    expect((await get(PROJECT, '2022-08-22T12:01:00Z')).json).toMatchObject({ name: 'new' })
  })

  it('goes by the clock of then and by the tokens of today', async () => {
    const { ask, root, clock } = instance
    await ask('POST', '/api/v4/users/1/personal_access_tokens', {
      as: root,
      json: { name: 'short', scopes: ['api'], expires_at: '2022-08-24' },
    })
    const before = await get('/api/v4/personal_access_tokens')
    clock.advance(5 * 86_400_000)
    const { token } = await instance.person('late')
    const now = await get('/api/v4/personal_access_tokens')
    const past = await get('/api/v4/personal_access_tokens', positionOf(before.headers))
    expect(past.text).toBe(before.text)
    expect(now.text).not.toBe(before.text)
    expect((await get('/api/v4/user', positionOf(before.headers), token)).status).toBe(403)
  })

  it('has what was deleted since, and not what came later', async () => {
    const before = await makeProject()
    const list = await get('/api/v4/projects')
    await instance.ask('DELETE', PROJECT, { as: instance.root })
    await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: 'second', path: 'second' } })
    expect((await get('/api/v4/projects', positionOf(list.headers))).text).toBe(list.text)
    expect((await get(PROJECT, positionOf(before.headers))).text).toBe(before.text)
    expect((await get('/api/v4/projects/2', positionOf(before.headers))).status).toBe(404)
  })

  it('has the refs of then, also of a repository that was removed', async () => {
    await makeProject()
    await writeFile('first')
    const paths = [
      `${PROJECT}/repository/branches`,
      `${PROJECT}/repository/commits`,
      `${PROJECT}/repository/files/a.txt/raw?ref=main`,
      `${PROJECT}/repository/tree`,
      '/root/old/-/raw/main/a.txt',
    ]
    const ask = (path: string, moment?: string) => {
      const [bare = '', query = ''] = path.split('?')
      const headers = moment === undefined ? {} : asOf(moment)
      return instance.ask('GET', bare, { as: instance.root, query, headers })
    }
    const before: Array<Answered> = []
    for (const path of paths) before.push(await ask(path))
    const moment = positionOf(before[0]?.headers ?? new Map())
    const look = async () => {
      for (const [index, path] of paths.entries()) {
        const past = await ask(path, moment)
        expect([path, past.status, past.text]).toEqual([path, 200, before[index]?.text])
      }
    }
    await writeFile('second', 'update')
    expect((await ask(`${PROJECT}/repository/files/a.txt/raw?ref=main`)).text).toBe('second')
    await look()
    await instance.ask('DELETE', PROJECT, { as: instance.root })
    await look()
  })

  it('is none where what is asked for is always of today: the published proofs, health', async () => {
    const before = await makeProject()
    await rename('new')
    const now = positionOf((await get(PROJECT)).headers)
    for (const path of ['/.well-known/forgefold/checkpoint', '/.well-known/forgefold/key', '/-/health']) {
      const answer = await get(path, positionOf(before.headers), '')
      expect([path, answer.status, positionOf(answer.headers)]).toEqual([path, 200, now])
      expect(answer.text).toBe((await get(path)).text)
    }
  })

  it('is a page too', async () => {
    const { ask, root } = instance
    const before = await makeProject()
    await rename('new')
    const [now, past] = [
      await ask('GET', '/root/old', { as: root }),
      await ask('GET', '/root/old', { as: root, query: `as_of=${positionOf(before.headers)}` }),
    ]
    expect(now.text).toContain('new')
    expect(past.status).toBe(200)
    expect(past.text).not.toContain('new')
  })
})

describe('looking back', () => {
  it('changes nothing: writes are refused', async () => {
    const before = await makeProject()
    const moment = positionOf(before.headers)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await instance.ask(method, PROJECT, { as: instance.root, headers: asOf(moment), json: {} })
      expect([method, refused.status, refused.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
    expect((await get(PROJECT)).text).toBe(before.text)
  })

  it('takes moments of the past alone', async () => {
    await makeProject()
    const cases: ReadonlyArray<readonly [string, number]> = [
      ['yesterday', 400],
      ['', 400],
      ['p', 400],
      ['-1', 400],
      ['2022-02-31', 400],
      ['2022-08-22T12:00:00.001Z', 400],
      ['9999999', 400],
      ['0', 400],
      ['2001-01-01', 400],
      ['2022-08-22T12:00:00Z', 200],
    ]
    for (const [moment, status] of cases)
      expect([moment, (await get(PROJECT, moment)).status]).toEqual([moment, status])
  })

  it('is for administrators, by tokens that reach so far', async () => {
    const { ask, root, person } = instance
    const before = await makeProject()
    const moment = positionOf(before.headers)
    const user = await person('jane')
    const token = async (scopes: ReadonlyArray<string>) => {
      const made = await ask('POST', '/api/v4/users/1/personal_access_tokens', {
        as: root,
        json: { name: 't', scopes },
      })
      expect(made.status).toBe(201)
      return (made.json as { readonly token: string }).token
    }
    const anonymous = await ask('GET', PROJECT, { headers: asOf(moment) })
    expect(anonymous.status).toBe(401)
    expect((await get(PROJECT, moment, user.token)).status).toBe(403)
    expect((await get(PROJECT, moment, await token(['read_api']))).status).toBe(403)
    expect((await get(PROJECT, moment, await token(['read_history']))).status).toBe(403)
    expect((await get(PROJECT, moment, await token(['read_api', 'read_history']))).text).toBe(before.text)
    expect((await get(PROJECT, moment, 'wrong')).status).toBe(401)
  })

  it.each([
    'sudo[]=ann',
    'sudo[a]=ann',
    'sudo=',
    'private_token[]=x&sudo=nobody',
    'private_token=&private_token=wrong',
  ])('takes the credentials of a query as the API does: %s', async (query) => {
    const { root, ask } = instance
    const before = await makeProject()
    await instance.person('ann')
    expect((await ask('GET', PROJECT, { as: root, query })).status).not.toBe(200)
    expect((await ask('GET', PROJECT, { as: root, query, headers: asOf(positionOf(before.headers)) })).status).toBe(401)
  })

  it('lets one who asks for a thousand moments wait, and hurts nobody else', async () => {
    const { ask, root, person } = instance
    await makeProject()
    for (let nth = 0; nth < 30; nth++) await rename(`name-${nth}`)
    const before = await get(PROJECT)
    await rename('last')
    const { id, token } = await person('jane')
    await ask('PUT', `/api/v4/users/${id}`, { as: root, json: { admin: true } })
    const head = instance.forge.read.position() ?? 0
    const asked = Array.from({ length: 1000 }, (_, nth) => get('/api/v4/version', String(head - (nth % 30))))
    const [past, today] = [get(PROJECT, positionOf(before.headers), token), get(PROJECT)]
    expect((await past).json).toMatchObject({ name: 'name-29' })
    expect((await today).json).toMatchObject({ name: 'last' })
    const answers = await Promise.all(asked)
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
    expect(refused.every(({ headers }) => headers.get('retry-after') === '2')).toBe(true)
    expect(refused.length).toBeGreaterThan(100)
  })

  it('says nothing to somebody whose rights are gone today', async () => {
    const { ask, root, person } = instance
    const { id, token } = await person('jane')
    await ask('PUT', `/api/v4/users/${id}`, { as: root, json: { admin: true } })
    await makeProject()
    const before = await get(PROJECT, undefined, token)
    expect((await get(PROJECT, positionOf(before.headers), token)).text).toBe(before.text)
    await ask('PUT', `/api/v4/users/${id}`, { as: root, json: { admin: false } })
    expect((await get(PROJECT, positionOf(before.headers), token)).status).toBe(403)
  })
})
