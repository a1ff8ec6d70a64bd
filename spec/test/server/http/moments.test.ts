import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let world: TestInstance

beforeAll(async () => {
  world = await openTestInstance({ startsAt: '2022-08-22T12:00:00.000Z' })
  const json = { name: 'p', initialize_with_readme: true, default_branch: 'main' }
  expect((await world.ask('POST', '/api/v4/projects', { as: world.root, json })).status).toBe(201)
  const issue = { title: 'i' }
  await world.ask('POST', '/api/v4/projects/1/issues', { as: world.root, json: issue })
})

afterAll(() => world.close())

const counted = async (path: string, query: string): Promise<unknown> => {
  const { status, json } = await world.ask('GET', `/api/v4${path}`, { as: world.root, query })
  return status === 200 ? (json as ReadonlyArray<unknown>).length : json
}

/** A list with one thing made at noon of 22 August 2022, a Monday. */
const LISTS = [
  ['/projects/1/issues', 'created_after', 'created_before'],
  ['/projects/1/repository/commits', 'since', 'until'],
  ['/users', 'created_after', 'created_before'],
  ['/projects', 'last_activity_after', 'last_activity_before'],
] as const

describe.each(LISTS)('moments that %s takes', (path, after, before) => {
  it.each([
    '20220822T120000Z',
    '2022-W34-1T12:00:00Z',
    '2022W341T120000Z',
    '2022-234T12:00:00Z',
    '2022-08-22T14:00:00%2b02:00',
    '2022-08-22T14:00:00+02:00',
    '2022-08-22T14:00+02',
    '2022-08-22 12:00',
    '20220822T1200,0Z',
  ])('%s is noon', async (noon) => {
    expect([await counted(path, `${after}=${noon}`), await counted(path, `${before}=${noon}`)]).toEqual([1, 1])
  })

  it.each(['2020-02-30', '20200230', '2021-366', '2021-W53-1', '2022-08-22T25:00:00Z', '0000-01-01T00:00:00%2b01:00'])(
    '%s is invalid',
    async (text) => {
      expect(await counted(path, `${after}=${text}`)).toEqual({ error: `${after} is invalid` })
    },
  )
})

describe('days', () => {
  it.each([
    ['20220829', '2022-08-29'],
    ['2022-W35-1', '2022-08-29'],
    ['2022-241', '2022-08-29'],
    ['2022-08-29T23:00:00-05:00', '2022-08-29'],
  ])('%s is %s', async (due_date, day) => {
    const { json } = await world.ask('PUT', '/api/v4/projects/1/issues/1', { as: world.root, json: { due_date } })
    expect(json).toMatchObject({ due_date: day })
  })

  it.each(['2022-02-30', '2022-08-29 or so', '2022-W53-1'])('%s is invalid', async (due_date) => {
    const { status, json } = await world.ask('PUT', '/api/v4/projects/1/issues/1', {
      as: world.root,
      json: { due_date },
    })
    expect([status, json]).toEqual([400, { error: 'due_date is invalid' }])
  })
})

describe('If-Unmodified-Since', () => {
  const remove = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const json = { title: 'to go' }
    const made = await world.ask('POST', '/api/v4/projects/1/issues', { as: world.root, json })
    const { iid } = made.json as { readonly iid: number }
    const body = { body: 'a note' }
    const note = await world.ask('POST', `/api/v4/projects/1/issues/${iid}/notes`, { as: world.root, json: body })
    const path = `/api/v4/projects/1/issues/${iid}/notes/${(note.json as { readonly id: number }).id}`
    return (await world.ask('DELETE', path, { as: world.root, headers })).status
  }

  it.each([
    ['Mon, 22 Aug 2022 12:00:00 GMT', 204],
    ['Monday, 22-Aug-22 12:00:00 GMT', 204],
    ['Mon Aug 22 12:00:00 2022', 204],
    ['2022-08-22T12:00:00Z', 204],
    ['Mon, 22 Aug 2022 11:59:59 GMT', 412],
    ['Monday, 22-Aug-22 11:59:59 GMT', 412],
    ['Mon Aug  1 12:00:00 2022', 412],
    ['20220822T115959Z', 412],
    // No date: as if it were not there (RFC 9110 §13.1.4).
    ['Wed, 30 Feb 2022 12:00:00 GMT', 204],
    ['yesterday', 204],
    ['1', 204],
  ])('%s: %i', async (text, status) => {
    expect(await remove({ 'if-unmodified-since': text })).toBe(status)
  })
})
