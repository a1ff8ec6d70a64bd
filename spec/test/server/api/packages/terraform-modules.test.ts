import type { Asked } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, basic, openPackageWorld, type World } from './world.js'

let world: World
beforeAll(async () => {
  world = await openPackageWorld()
})
afterAll(() => world.instance.close())

const at = (project = world.projects.private): string => `${API}/projects/${project}/packages/terraform/modules`
const MODULES = `${API}/packages/terraform/modules/v1`

const publish = (path: string, asked: Asked = { as: world.tokens.developer }, project?: number, text = path) =>
  world.ask('PUT', `${at(project)}/${path}/file`, { bytes: Buffer.from(text), ...asked })
const read = (path: string, asked: Asked = { as: world.tokens.reporter }) =>
  world.ask('GET', `${MODULES}/${path}`, asked)

describe('the registry of Terraform modules', () => {
  it('is found where Terraform looks for it', async () => {
    const found = await world.ask('GET', '/.well-known/terraform.json')
    expect([found.status, found.json]).toEqual([200, { 'modules.v1': `${MODULES}/` }])
  })

  it('publishes versions, lists them in their order, tells each, and gives its archive', async () => {
    for (const version of ['1.10.0', '1.2.0', '2.0.0-rc.1']) {
      const made = await publish(`vpc/aws/${version}`)
      expect([made.status, made.json]).toEqual([201, { message: '201 Created' }])
    }
    const root = { dependencies: [], providers: [{ name: 'aws', version: '' }] }
    const listed = await read('Acme/vpc/aws/versions')
    expect(listed.json).toEqual({
      modules: [
        {
          versions: ['1.2.0', '1.10.0', '2.0.0-rc.1'].map((version) => ({ version, submodules: [], root })),
          source: expect.stringMatching(/\/acme\/private$/),
        },
      ],
    })
    expect((await read('acme/vpc/aws/1.2.0')).json).toMatchObject({
      name: 'vpc/aws',
      provider: 'aws',
      version: '1.2.0',
      versions: ['1.2.0'],
    })
    const archive = await world.ask('GET', `${at()}/vpc/aws/1.2.0/file`, { as: world.tokens.reporter })
    expect([archive.status, archive.text]).toEqual([200, 'vpc/aws/1.2.0'])
    const packages = await world.ask('GET', `${API}/projects/${world.projects.private}/packages`, {
      as: world.tokens.reporter,
      query: 'package_type=terraform_module',
    })
    expect(packages.json).toHaveLength(3)
  })

  it('gives the address of an archive with a ticket that opens it for five minutes, and nothing else', async () => {
    for (const version of ['1.0.0', '1.1.0']) expect((await publish(`net/aws/${version}`)).status).toBe(201)
    const told = await read('acme/net/aws/1.0.0/download')
    const address = told.headers.get('x-terraform-get') ?? ''
    expect([told.status, told.text]).toEqual([204, ''])
    const [path = '', query = ''] = address.split('?')
    expect(path).toBe(`${MODULES}/acme/net/aws/1.0.0/file`)
    expect(new URLSearchParams(query).get('archive')).toBe('tgz')
    expect((await world.ask('GET', path, { query })).text).toBe('net/aws/1.0.0')
    const another = path.replace('1.0.0', '1.1.0')
    expect((await world.ask('GET', another, { query })).status).toBe(401)
    for (const wrong of ['ticket=1', `ticket=${'.'.repeat(5000)}`, query.replace('ticket=', 'ticket=1'), ''])
      expect((await world.ask('GET', path, { query: wrong })).status, wrong).toBe(401)
    expect((await world.ask('GET', path, { as: world.tokens.reporter })).status).toBe(200)
    world.instance.clock.advance(301_000)
    expect((await world.ask('GET', path, { query })).status).toBe(401)
  })

  it('asks for no ticket where anybody may read', async () => {
    expect((await publish('open/local/1.0.0', undefined, world.projects.public)).status).toBe(201)
    const told = await read('acme/open/local/1.0.0/download', {})
    const [path = '', query = ''] = (told.headers.get('x-terraform-get') ?? '').split('?')
    expect([told.status, query]).toEqual([204, 'token=&archive=tgz'])
    expect((await world.ask('GET', path, { query })).text).toBe('open/local/1.0.0')
  })

  it('takes a version once, and a name in one project of the namespace only', async () => {
    expect((await publish('once/aws/1.0.0')).status).toBe(201)
    const again = await publish('once/aws/1.0.0')
    expect([again.status, again.json]).toEqual([403, { message: '403 Forbidden - Package version already exists.' }])
    const elsewhere = await publish('once/aws/1.1.0', undefined, world.projects.public)
    expect([elsewhere.status, elsewhere.json]).toEqual([
      403,
      { message: '403 Forbidden - A module with the same name already exists in the namespace.' },
    ])
    const { id } = await world.json<{ readonly id: number }>('POST', '/projects', { json: { name: 'apart' } })
    expect((await publish('once/aws/1.0.0', { as: world.instance.root }, id)).status).toBe(201)
    expect((await read('root/once/aws/versions', { as: world.instance.root })).json).toMatchObject({
      modules: [{ source: expect.stringMatching(/\/root\/apart$/) }],
    })
  })

  it('tells strangers nothing, and takes the tokens that clients have', async () => {
    expect((await publish('hidden/aws/1.0.0')).status).toBe(201)
    for (const path of ['versions', '1.0.0', '1.0.0/download', '1.0.0/file']) {
      expect((await read(`acme/hidden/aws/${path}`, {})).status, path).toBe(401)
      expect((await read(`acme/hidden/aws/${path}`, { as: world.tokens.outsider })).status, path).toBe(404)
      expect((await read(`acme/none/aws/${path}`)).status, path).toBe(404)
      expect((await read(`other/hidden/aws/${path}`)).status, path).toBe(404)
    }
    const { username, token } = await world.deployToken(world.projects.private, [
      'read_package_registry',
      'write_package_registry',
    ])
    const bearer = { headers: { authorization: `Bearer ${token}` } }
    expect((await read('acme/hidden/aws/versions', bearer)).status).toBe(200)
    expect((await read('acme/hidden/aws/versions', { headers: basic(username, token) })).status).toBe(200)
    expect((await publish('hidden/aws/1.1.0', { headers: { 'deploy-token': token } })).status).toBe(201)
    expect((await publish('hidden/aws/1.2.0', { as: world.tokens.reporter })).status).toBe(403)
    expect((await publish('hidden/aws/1.2.0', {})).status).toBe(401)
  })

  it('refuses names and versions that are none', async () => {
    for (const path of [
      'VPC/aws/1.0.0',
      'vpc/a_b/1.0.0',
      'vpc/aws/latest',
      'vpc/aws/v1.0.0',
      `${'a'.repeat(256)}/aws/1.0.0`,
    ])
      expect((await publish(path)).status, path).toBe(400)
  })
})
