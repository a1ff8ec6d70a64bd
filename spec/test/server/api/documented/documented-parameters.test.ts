import { isAtLeast } from '@forgefold/core/releases'
import type { Answered } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LISTS, NUMBERED, OTHERS, PAGED, type Parameter, type Parameters } from './parameter-facts.js'
import { type Json, openStory, type Story } from './story.js'

const MOMENTS = ['2022-08-22T12:00:00Z', '2022-08-22T12:00:00.123%2B02:00', '2022-08-22', '20220822T120000Z']

/** Values that a parameter takes. */
const goodOf = ({ takes }: Parameter): ReadonlyArray<string> => {
  if (typeof takes !== 'string') return takes
  switch (takes) {
    case 'text':
      return ['word', '7']
    case 'integer':
      return ['7']
    case 'flag':
      return ['true', 'false', '1', '0', 'yes', 'no', 'True']
    case 'moment':
      return MOMENTS
    case 'person':
      return ['7', 'None', 'any']
    case 'texts':
      return ['root', 'root,other', 'None', 'Any']
    case 'numbers':
      return ['7', '7,8']
  }
}

/** What is said of a value that it does not take; undefined where it takes whatever there is. */
const refusalOf = (name: string, { takes, lenient }: Parameter): string | undefined => {
  if (lenient === true || takes === 'text' || takes === 'texts') return undefined
  if (typeof takes !== 'string') return `${name} does not have a valid value`
  const said = takes === 'person' ? 'should be an integer, none, or any, however got ???' : 'is invalid'
  return `${name.replace('[]', '')} ${said}`
}

/** A value for each parameter that is required. */
const REQUIRED: Json = {
  ...{ source_branch: 'feature', target_branch: 'main', title: 'One', duration: '1h' },
  ...{ environment: 'staging', sha: 'main', ref: 'main', tag: false, status: 'running' },
}

const CASES = [
  ['14.0', 'ultimate'],
  ['15.3', 'free'],
  ['15.3', 'ultimate'],
  ['16.0', 'premium'],
] as const

describe.each(CASES)('the documented parameters of %s, %s', (release, tier) => {
  let story: Story
  const places = new Map<string, string>()
  const at = (path: string): string => path.replace(/[$%!@]/g, (mark) => places.get(mark) ?? mark)
  const ask = (method: string, path: string, more: { readonly query?: string; readonly json?: Json } = {}) =>
    story.instance.ask(method, `/api/v4${at(path)}`, { as: story.instance.root, ...more })
  const errorOf = ({ status, json }: Answered): unknown => [status, (json as Json)['error']]
  const isThere = (parameter: Parameter): boolean => parameter.paid !== true || tier !== 'free'
  const isServed = (path: string): boolean => !path.endsWith('/approval') || (tier !== 'free' && release !== '14.0')

  beforeAll(async () => {
    story = await openStory({ release, tier })
    const { at: project, group, one, must, commit } = story
    places.set('$', project.replace('/projects/', '')).set('%', String(group))
    for (const name of ['b', 'c', 'a']) {
      const file = { bytes: new TextEncoder().encode(name), headers: { 'private-token': story.instance.root } }
      const path = `/api/v4${project}/packages/generic/${name}/${name === 'c' ? '1.0' : '2.0'}/file`
      expect((await story.instance.ask('PUT', path, file)).status).toBeLessThan(300)
      await commit(name, `${name}.txt`)
      story.instance.clock.advance(1000)
      const wanted = { source_branch: name, target_branch: 'main', title: name, reviewer_ids: [1] }
      const { iid } = await one('POST', `${project}/merge_requests`, wanted)
      places.set('!', `${project}/merge_requests/${iid}`)
    }
    story.instance.clock.advance(1000)
    await must('PUT', `${project}/merge_requests/1`, { description: 'changed last' })
    const [newest] = (await must('GET', `${project}/packages`)) as ReadonlyArray<Json>
    places.set('@', `${project}/packages/${newest?.['id']}`)
    const { commit: head } = await one('GET', `${project}/repository/branches/main`)
    const shipped = { environment: 'staging', sha: (head as Json)['id'], tag: false }
    for (const ref of ['main', 'a', 'b'])
      await must('POST', `${project}/deployments`, { ...shipped, ref, status: 'success' })
  })
  afterAll(() => story.instance.close())

  it.each(Object.entries(LISTS))('GET %s takes what is documented, and nothing else', async (path, parameters) => {
    const wrong: Array<string> = []
    for (const [name, parameter] of Object.entries(parameters)) {
      const said = isThere(parameter) ? refusalOf(name, parameter) : undefined
      const refused = await ask('GET', path, { query: `${name}=???` })
      if (said === undefined ? refused.status !== 200 : errorOf(refused)?.toString() !== `400,${said}`)
        wrong.push(`${name}=???: ${refused.status} ${refused.text.slice(0, 100)}`)
      for (const value of goodOf(parameter)) {
        const { status } = await ask('GET', path, { query: `${name}=${value}${parameter.beside ?? ''}` })
        const since = parameter.since?.[value] ?? '14.0'
        if (status !== (isAtLeast(release, since) ? 200 : 400)) wrong.push(`${name}=${value}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it.each(Object.entries(LISTS))('GET %s has the documented defaults', async (path, parameters) => {
    const plain = await ask('GET', path)
    const others: Array<string> = []
    for (const [name, { fallback }] of Object.entries(parameters)) {
      if (fallback === undefined) continue
      const { text } = await ask('GET', path, { query: `${name}=${fallback}` })
      if (text !== plain.text) others.push(name)
    }
    expect(others).toEqual([])
    if (!path.includes('/deployments/1/')) expect((plain.json as ReadonlyArray<Json>).length).toBeGreaterThan(2)
  })

  it.each([
    ['/projects/$/packages', 'created_at', ['b', 'c', 'a']],
    ['/projects/$/packages', 'name', ['a', 'b', 'c']],
    ['/projects/$/packages', 'version', ['c', 'b', 'a']],
    ['/groups/%/packages', 'name', ['a', 'b', 'c']],
    ['/groups/%/packages', 'project_path', ['b', 'c', 'a']],
    ['/projects/$/deployments', 'id', ['main', 'a', 'b']],
    ['/projects/$/deployments', 'iid', ['main', 'a', 'b']],
    ['/projects/$/deployments', 'created_at', ['main', 'a', 'b']],
    ['/projects/$/deployments', 'ref', ['a', 'b', 'main']],
    ['/projects/$/merge_requests', 'created_at', ['b', 'c', 'a']],
    ['/groups/%/merge_requests', 'created_at', ['b', 'c', 'a']],
    ['/merge_requests', 'created_at', ['b', 'c', 'a']],
    ['/projects/$/merge_requests', 'updated_at', ['c', 'a', 'b']],
    ['/merge_requests', 'title', ['a', 'b', 'c']],
  ])('GET %s is sorted by %s, both ways', async (path, order_by, wanted) => {
    if (order_by === 'title' && !isAtLeast(release, '14.8')) return
    const names = async (sort: string) =>
      ((await ask('GET', path, { query: `order_by=${order_by}&sort=${sort}` })).json as ReadonlyArray<Json>).map(
        (one) => one['title'] ?? one['ref'] ?? one['name'],
      )
    expect(await names('asc')).toEqual(wanted)
    expect(await names('desc')).toEqual([...wanted].reverse())
  })

  it.each(PAGED)('GET %s comes in pages of twenty', async (path) => {
    const plain = await ask('GET', path)
    expect([plain.status, plain.headers.get('x-per-page'), plain.headers.get('x-page')]).toEqual([200, '20', '1'])
    const all = plain.json as ReadonlyArray<Json>
    const second = await ask('GET', path, { query: 'page=2&per_page=1' })
    expect(second.json).toEqual(all.slice(1, 2))
    expect(second.headers.get('x-prev-page')).toBe(all.length > 1 ? '1' : '')
    expect(second.headers.get('x-next-page')).toBe(all.length > 2 ? '3' : '')
    for (const [name, value] of [
      ['page', 'x'],
      ['per_page', 'x'],
    ])
      expect(errorOf(await ask('GET', path, { query: `${name}=${value}` }))).toEqual([400, `${name} is invalid`])
  })

  it.each(OTHERS)('%s %s takes what is documented, and says what is missing', async (method, path, parameters) => {
    if (!isServed(path)) return
    const names = Object.entries(parameters)
    const complete = Object.fromEntries(
      names.flatMap(([name, { required }]) => (required === true ? [[name, REQUIRED[name]]] : [])),
    )
    if (path.endsWith('/approval')) complete['status'] = 'approved'
    const send = (json: Json) =>
      method === 'GET'
        ? ask(method, path, { query: new URLSearchParams(json as Readonly<Record<string, string>>).toString() })
        : ask(method, path, { json })
    const wrong: Array<string> = []
    for (const [name, parameter] of names) {
      const said = isThere(parameter) ? refusalOf(name, parameter) : undefined
      // Nothing is done: another required one is missing, or this one is wrong.
      if (said !== undefined) {
        const refused = await send({ ...complete, [name]: '???' })
        if (errorOf(refused)?.toString() !== `400,${said}`) wrong.push(`${name}: ${refused.text.slice(0, 100)}`)
      }
      if (parameter.required !== true) continue
      const { [name]: _, ...rest } = complete
      const refused = await send(rest)
      if (errorOf(refused)?.toString() !== `400,${name} is missing`) wrong.push(`no ${name}: ${refused.text}`)
    }
    expect(wrong).toEqual([])
    for (const [name, { takes, fallback }] of method === 'GET' ? names : []) {
      expect([name, (await send({ [name]: 'true' })).status]).toEqual([name, 200])
      if (takes === 'flag' && fallback === 'false')
        expect(Object.keys((await send({ [name]: 'false' })).json as Json)).toEqual(
          Object.keys((await send({})).json as Json),
        )
    }
  })

  it.each(NUMBERED)('%s %s is told that %s is no number', async (method, path, name) => {
    expect(errorOf(await ask(method, path))).toEqual([400, `${name} is invalid`])
  })
})

describe('the tables of documented parameters', () => {
  it('are whole', () => {
    const count = (all: ReadonlyArray<Parameters>) => all.reduce((sum, one) => sum + Object.keys(one).length, 0)
    expect(count(Object.values(LISTS))).toBe(164)
    expect(count(OTHERS.map(([, , parameters]) => parameters))).toBe(38)
  })
})
