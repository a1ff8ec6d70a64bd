import { asFetch } from '@forgefold/server'
import type { TestInstance } from '@forgefold/spec/instance'
import { nonApiPlaces } from '@forgefold/spec/matrix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, openWorld, PASSWORD, type World } from '../oauth/world.js'

const rows = nonApiPlaces()
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`

/** What stands for a parameter. */
const VALUES: Readonly<Record<string, string>> = { name: '1.svg', level: '0', area: 'sign-in' }

const LET_IN: ReadonlySet<number> = new Set([200, 204, 304, 400, 404])

describe('what is beside the API', () => {
  let world: World
  let instance: TestInstance
  const cookies = new Map<string, string>()

  beforeAll(async () => {
    world = await openWorld()
    instance = world.instance
    const browser = await world.browser().signIn('ann', PASSWORD)
    const admin = await new Browser(asFetch(instance.forgefold.handler)).signIn('root', 'correct horse')
    const ada = { username: 'ada', name: 'Ada', email: 'ada@b.example', password: PASSWORD, skip_confirmation: true }
    await instance.ask('POST', '/api/v4/users', { as: instance.root, json: { ...ada, auditor: true } })
    const auditor = await world.browser().signIn('ada', PASSWORD)
    for (const [name, one] of [
      ['user', browser],
      ['auditor', auditor],
      ['administrator', admin],
    ] as const)
      cookies.set(name, [...one.cookies].map(([key, value]) => `${key}=${value}`).join('; '))
  })
  afterAll(() => instance.close())

  it('has a row for everything that the server answers and is not of the API, and no row for another', () => {
    const served = instance.forgefold.places().map(nameOf)
    const beside = served.filter((name) => !/^\w+ \/api\/v4\/(?!openapi)/.test(name))
    expect(rows.map(nameOf).toSorted()).toEqual(beside.toSorted())
    expect(served.length).toBeGreaterThan(beside.length + 300)
  })

  const answered = async (method: string, path: string, caller: string): Promise<string> => {
    const cookie = cookies.get(caller)
    const { status, headers } = await instance.ask(method, path, {
      headers: cookie === undefined ? {} : { cookie },
      ...(method === 'GET' ? {} : { form: 'a=b' }),
    })
    const to = headers.get('location')
    if (status === 302) return to?.startsWith('/users/sign_in') === true ? 'sign in' : 'on'
    return String(status)
  }

  it.each(rows.map((row) => [nameOf(row), row] as const))(
    '%s lets in whom it should',
    async (_, { method, path, cells }) => {
      const address = path.replace(/[:*](\w+)/g, (_all, name: string) => VALUES[name] ?? '1')
      const differences: Array<string> = []
      for (const [caller, cell] of cells) {
        if (cell === '—') continue
        const got = await answered(method, address, caller)
        const isRight = cell === '✓' ? LET_IN.has(Number(got)) || got === 'on' : got === cell
        if (!isRight) differences.push(`${caller}: ${got} where ${cell} is expected`)
      }
      expect(differences).toEqual([])
    },
  )
})
