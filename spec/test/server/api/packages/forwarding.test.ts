import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPackageWorld, type World } from './world.js'

let world: World
const at = (path: string, as = world.tokens.reporter) =>
  world.ask('GET', `/api/v4/projects/${world.projects.private}/packages${path}`, { as })
const setting = (json: Readonly<Record<string, boolean>>) =>
  world.ask('PUT', '/api/v4/application/settings', { as: world.instance.root, json })

const MISSING = [
  ['/npm/lodash', 'https://npm.example/lodash'],
  ['/npm/@acme%2fwidget', 'https://npm.example/@acme%2Fwidget'],
  ['/npm/@acme/widget', 'https://npm.example/@acme%2Fwidget'],
  ['/pypi/simple/flask', 'https://python.example/simple/flask/'],
] as const

const publicRegistries = { npm: 'https://npm.example', pypi: 'https://python.example/simple' }

const NONE = { message: '404 Package Not Found' }

const AUDITS = ['advisories/bulk', 'audits/quick'].map((address) => `/npm/-/npm/v1/security/${address}`)
const audit = (of: World, path: string, as?: string) =>
  of.ask('POST', `/api/v4/projects/${of.projects.public}/packages${path}`, {
    ...(as ? { as } : {}),
    json: { a: ['1.0.0'] },
  })

describe('an audit of dependencies', () => {
  const release = '15.6'

  it.each(AUDITS)('%s knows no vulnerabilities', async (path) => {
    const alone = await openPackageWorld({ release })
    const { status, json } = await audit(alone, path, alone.tokens.outsider)
    expect([status, json]).toEqual([200, []])
    expect((await audit(alone, path)).status).toBe(401)
    await alone.instance.close()
  })

  it.each(AUDITS)('%s leads to the public registry', async (path) => {
    const forwarding = await openPackageWorld({ tier: 'premium', publicRegistries, release })
    const { status, headers } = await audit(forwarding, path, forwarding.tokens.outsider)
    expect([status, headers.get('location')]).toEqual([307, `https://npm.example${path.slice('/npm'.length)}`])
    await forwarding.instance.close()
  })
})

describe('a package that is not here', () => {
  beforeAll(async () => {
    world = await openPackageWorld({ tier: 'premium', publicRegistries })
  })
  afterAll(() => world.instance.close())

  it.each(MISSING)('%s is looked for at %s', async (path, address) => {
    const { status, headers, text } = await at(path)
    expect([status, headers.get('location'), text]).toEqual([302, address, ''])
  })

  it('is nobody else’s business than of those who may read packages', async () => {
    for (const [path] of MISSING) {
      expect((await at(path, world.tokens.outsider)).status).toBe(404)
      expect((await at(path, world.tokens.guest)).status).toBe(403)
      expect((await world.ask('GET', `/api/v4/projects/${world.projects.private}/packages${path}`)).status).toBe(401)
    }
  })

  it('is refused where the settings say so', async () => {
    await setting({ npm_package_requests_forwarding: false })
    expect([(await at('/npm/lodash')).json, (await at('/pypi/simple/flask')).status]).toEqual([NONE, 302])
    await setting({ npm_package_requests_forwarding: true, pypi_package_requests_forwarding: false })
    expect([(await at('/npm/lodash')).status, (await at('/pypi/simple/flask')).json]).toEqual([302, NONE])
  })
})

it('is refused on the free tier', async () => {
  const free = await openPackageWorld({ tier: 'free', publicRegistries })
  for (const [path] of MISSING) {
    const { status, json } = await free.ask('GET', `/api/v4/projects/${free.projects.public}/packages${path}`)
    expect([status, json]).toEqual([404, NONE])
  }
  await free.instance.close()
})

it('is refused where the instance knows no public registry', async () => {
  const alone = await openPackageWorld({ tier: 'premium' })
  for (const [path] of MISSING)
    expect((await alone.ask('GET', `/api/v4/projects/${alone.projects.public}/packages${path}`)).json).toEqual(NONE)
  await alone.instance.close()
})
