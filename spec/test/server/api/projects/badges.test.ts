import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const BADGE = {
  link_url: 'https://b.example/%{project_path}',
  image_url: 'https://b.example/%{default_branch}-%{nothing}.svg',
}

let world: TestInstance

const ask = (method: string, path: string, query = '', json?: unknown, as: string | undefined = world.root) =>
  world.ask(method, `/api/v4${path}`, { as, query, json })

const names = async (path: string, query = '') =>
  ((await ask('GET', path, query)).json as ReadonlyArray<Json>).map(({ name, kind }) => `${kind} ${name}`)

beforeAll(async () => {
  world = await openTestInstance()
  const group = (await ask('POST', '/groups', '', { name: 'top', path: 'top', visibility: 'public' })).json as Json
  const wanted = { name: 'app', namespace_id: group['id'], visibility: 'public', initialize_with_readme: true }
  await ask('POST', '/projects', '', wanted)
})
afterAll(() => world.close())

describe('badges', () => {
  it('have their placeholders filled in where they are shown', async () => {
    const made = await ask('POST', '/projects/1/badges', '', { ...BADGE, name: 'build' })
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: 1,
        name: 'build',
        ...BADGE,
        rendered_link_url: 'https://b.example/top/app',
        rendered_image_url: 'https://b.example/main-%{nothing}.svg',
        kind: 'project',
      },
    ])
    expect((await ask('GET', '/projects/1/badges/1')).json).toEqual(made.json)
    const all = '%{project_title} %{project_name} %{project_id} %{project_namespace} %{commit_sha}'.replaceAll(' ', '/')
    const query = `link_url=${encodeURIComponent(`https://b.example/${all}`)}&image_url=https://b.example/x`
    const rendered = (await ask('GET', '/projects/1/badges/render', query)).json as Json
    expect(rendered['rendered_link_url']).toMatch(/^https:\/\/b\.example\/app\/app\/1\/top\/[0-9a-f]{40}$/)
    const ofGroup = (await ask('GET', '/groups/top/badges/render', query)).json as Json
    expect(ofGroup['rendered_link_url']).toBe(ofGroup['link_url'])
  })

  it('of a group are shown by its projects, and changed by the group alone', async () => {
    const made = await ask('POST', '/groups/top/badges', '', { ...BADGE, name: 'wide' })
    expect(made.json).toMatchObject({ id: 2, kind: 'group', rendered_link_url: BADGE.link_url })
    expect(await names('/projects/1/badges')).toEqual(['project build', 'group wide'])
    expect(await names('/projects/1/badges', 'name=wide')).toEqual(['group wide'])
    expect(await names('/projects/1/badges', 'page=2&per_page=1')).toEqual(['group wide'])
    expect(await names('/groups/top/badges', 'name=wide&page=1&per_page=5')).toEqual(['group wide'])
    expect((await ask('GET', '/projects/1/badges/2')).status).toBe(200)
    expect((await ask('GET', '/groups/top/badges/2')).json).toEqual(made.json)
    expect((await ask('GET', '/groups/top/badges/1')).status).toBe(404)
    expect((await ask('PUT', '/projects/1/badges/2', '', { name: 'x' })).status).toBe(404)
    const changed = { name: 'wider', link_url: 'https://c.example', image_url: 'https://c.example/x' }
    expect((await ask('PUT', '/groups/top/badges/2', '', changed)).json).toMatchObject(changed)
    expect((await ask('PUT', '/projects/1/badges/1', '', changed)).json).toMatchObject(changed)
    expect((await ask('DELETE', '/projects/1/badges/2')).status).toBe(404)
    expect((await ask('DELETE', '/groups/top/badges/2')).status).toBe(204)
    expect((await ask('DELETE', '/projects/1/badges/1')).status).toBe(204)
    expect(await names('/projects/1/badges')).toEqual([])
  })

  it.each<[Json, number]>([
    [{ ...BADGE, link_url: 'javascript:alert(1)' }, 400],
    [{ ...BADGE, image_url: 'b.svg' }, 400],
    [{ link_url: 'https://b.example' }, 400],
  ])('refuse %j', async (json, status) => {
    expect((await ask('POST', '/projects/1/badges', '', json)).status).toBe(status)
    const query = new URLSearchParams(json as Record<string, string>).toString()
    expect((await ask('GET', '/projects/1/badges/render', query)).status).toBe(status)
  })
})
