import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type History, writeHistory } from '../../releases/history.js'

/** Every address of a page that an answer names, wherever it stands. */
const addressesIn = (value: unknown, found: Set<string> = new Set()): ReadonlySet<string> => {
  if (typeof value !== 'object' || value === null) return found
  for (const [field, inner] of Object.entries(value)) {
    if ((field === 'web_url' || field === 'web_path') && typeof inner === 'string') found.add(inner)
    addressesIn(inner, found)
  }
  return found
}

describe('every web_url and web_path of an answer', () => {
  let instance: TestInstance
  let history: History
  const addresses = new Set<string>()
  const open = (address: string, as?: string) => {
    const path = address.replace(instance.forge.instance.externalUrl, '')
    return instance.ask('GET', path, as === undefined ? {} : { as })
  }

  beforeAll(async () => {
    instance = await openTestInstance()
    history = await writeHistory(instance)
    for (const { method, path } of apiRoutes) {
      const place = history.paths.get(path)
      if (method !== 'GET' || place === undefined) continue
      const answered = await instance.ask('GET', `/api/v4${place}`, { as: instance.root })
      for (const address of addressesIn(answered.json)) addresses.add(address)
    }
  })
  afterAll(() => instance.close())

  it('leads to a page with a heading', async () => {
    expect(addresses.size).toBeGreaterThan(20)
    const wrong: Array<string> = []
    for (const address of addresses) {
      const { status, headers, text } = await open(address, instance.root)
      if (status !== 200 || !headers.get('content-type')?.startsWith('text/html') || !/<h1>.+<\/h1>/s.test(text))
        wrong.push(`${address} ${status}`)
    }
    expect(wrong).toEqual([])
  })

  it('names things of each kind that has an address', () => {
    const kinds = [...addresses].map((address) => /\/-\/([a-z_]+)/.exec(address)?.[1] ?? 'owner')
    for (const kind of [
      'owner',
      'commit',
      'issues',
      'jobs',
      'merge_requests',
      'milestones',
      'packages',
      'pipelines',
      'tree',
    ])
      expect(kinds).toContain(kind)
  })

  it('leads from thing to thing, and no link of a page leads nowhere', async () => {
    const seen = new Set<string>()
    const wrong: Array<string> = []
    const follow = async (path: string, depth: number): Promise<void> => {
      if (seen.has(path) || seen.size > 150) return
      seen.add(path)
      const { status, text } = await open(path, instance.root)
      if (status !== 200) wrong.push(`${path} ${status}`)
      if (depth === 0) return
      const main = text.slice(text.indexOf('<main'))
      for (const [, link = ''] of main.matchAll(/href="(\/[^"#]*)"/g))
        await follow(link.replaceAll('&amp;', '&'), depth - 1)
    }
    const project = await instance.ask('GET', `/api/v4/projects/${history.project}`, { as: instance.root })
    await follow(`/${(project.json as { readonly path_with_namespace: string }).path_with_namespace}`, 2)
    expect(wrong).toEqual([])
    expect(seen.size).toBeGreaterThan(20)
  })

  it('asks the anonymous to sign in where they may not see a thing, and tells others that there is nothing', async () => {
    const [address = ''] = [...addresses].filter((one) => one.includes('/-/merge_requests/'))
    const anonymous = await open(address)
    const path = address.replace(instance.forge.instance.externalUrl, '')
    expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
      302,
      `/users/sign_in?return_to=${encodeURIComponent(path)}`,
    ])
    const { token } = await instance.person('stranger')
    expect((await open(address, token)).status).toBe(404)
    expect((await open('/nobody', instance.root)).status).toBe(404)
  })

  it('shows text as text, never as markup', async () => {
    const title = '<script>alert(1)</script>'
    const made = await instance.ask('POST', `/api/v4/projects/${history.project}/issues`, {
      as: instance.root,
      json: { title, description: title },
    })
    const { text } = await open((made.json as { readonly web_url: string }).web_url, instance.root)
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toContain('<script')
  })
})
