import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startForge } from '@forgefold/server/testing'
import { deploymentsApp, rateTable } from '@forgefold/spec/bench/peers'
import { afterAll, expect, test } from 'vitest'

const PATH = '/api/v4/projects/1/deployments'

const app = deploymentsApp(join(mkdtempSync(join(tmpdir(), 'forgefold-peer-')), 'deployments.sqlite'), 100)
afterAll(() => app.close())

const headers = { 'private-token': 'token' }

const fieldsOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, inner]) => [name, fieldsOf(inner)]),
      )
    : typeof value

test('the service by hand answers a deployment with the fields that Forgefold answers', async () => {
  await using forge = await startForge({ port: false })
  const api = (path: string, body?: unknown) =>
    forge.fetch(`/api/v4${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'private-token': forge.tokens['root'] ?? '', 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
  await api('/projects', { name: 'bench', initialize_with_readme: true })
  const [{ id: sha }] = (await (await api('/projects/1/repository/commits')).json()) as [{ id: string }]
  const creation = { environment: 'production', sha, ref: 'main', tag: false, status: 'failed' }
  const ours = await api('/projects/1/deployments', creation)
  const theirs = await app.inject({ method: 'POST', url: PATH, headers, payload: creation })
  expect([ours.status, theirs.statusCode]).toEqual([201, 201])
  expect(fieldsOf(theirs.json())).toEqual(fieldsOf(await ours.json()))
})

test('the service by hand lists twenty of a status, shows one, and refuses strangers and unknown ones', async () => {
  const list = (await app.inject({ url: `${PATH}?status=success`, headers })).json() as ReadonlyArray<{
    readonly status: string
  }>
  expect(list.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'success'))
  expect((await app.inject({ url: `${PATH}/7`, headers })).json()).toMatchObject({ id: 7, status: 'failed' })
  expect((await app.inject({ url: `${PATH}/7777`, headers })).statusCode).toBe(404)
  expect((await app.inject({ url: `${PATH}/7` })).statusCode).toBe(401)
})

test('the table compares each server with the first', () => {
  const table = rateTable([
    { title: 'ours', one: 2000, list: 100, create: 10 },
    { title: 'theirs', one: 1000, list: 200, create: 5.5 },
  ])
  expect(table.split('\n').at(-1)).toBe('| theirs | 1,000/s (0.50) | 200/s (2.00) | 5.5/s (0.55) |')
})
