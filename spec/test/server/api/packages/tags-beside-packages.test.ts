import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { npm } from '@forgefold/spec/round-trips'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AppendOrder, orderAppends } from '../append-order.js'

describe('a version of an npm package and its tag are written side by side', () => {
  let instance: TestInstance
  let order: AppendOrder
  let project: string

  beforeEach(async () => {
    instance = await openTestInstance()
    const made = await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: 'p' } })
    project = `/projects/${(made.json as { id: number }).id}`
    order = orderAppends(instance.forge.events)
  })
  afterEach(() => instance.close())

  const publish = async (version: string): Promise<number> => {
    const { method, path, json } = npm({ project }, 'left', version)
    return (await instance.ask(method, `/api/v4${path}`, { as: instance.root, json })).status
  }
  const tags = async (): Promise<unknown> =>
    (await instance.ask('GET', `/api/v4${project}/packages/npm/-/package/left/dist-tags`, { as: instance.root })).json

  it('and both are there, whichever comes first', async () => {
    for (const [n, first] of (['package-', 'distribution_tag-'] as const).entries()) {
      order.first(first)
      expect(await publish(`1.0.${n}`)).toBe(200)
      expect(await tags()).toEqual({ latest: `1.0.${n}` })
    }
  })

  it('and the tag stays at the version before where a crash took the new one', async () => {
    expect(await publish('1.0.0')).toBe(200)
    order.lose('package-')
    expect(await publish('2.0.0')).toBe(503)
    expect(await tags()).toEqual({ latest: '1.0.0' })
    expect(await publish('2.0.1')).toBe(200)
    expect(await tags()).toEqual({ latest: '2.0.1' })
  })

  it('and a new tag shows nothing where a crash took its version, and can be set and removed', async () => {
    order.lose('package-')
    expect(await publish('1.0.0')).toBe(503)
    expect(await publish('1.0.1')).toBe(200)
    expect(await tags()).toEqual({ latest: '1.0.1' })
    order.lose('package-')
    expect(await publish('1.0.2')).toBe(503)
    const path = `/api/v4${project}/packages/npm/-/package/left/dist-tags/latest`
    const tell = async (method: string, json?: string) =>
      (await instance.ask(method, path, { as: instance.root, json })).status
    expect([await tell('PUT', '1.0.1'), await tags()]).toEqual([204, { latest: '1.0.1' }])
    expect([await tell('DELETE'), await tell('DELETE')]).toEqual([204, 404])
  })
})
