import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

const PATH = '/api/v4/projects/1/releases'

const madeWith = async (release: '15.3' | '15.4') => {
  const world = await openTestInstance({ release })
  const ask = (method: string, path: string, json?: unknown) => world.ask(method, path, { as: world.root, json })
  await ask('POST', '/api/v4/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
  const links = [{ name: 'app', url: 'https://example.com/files/app', filepath: '/bin/app' }]
  expect((await ask('POST', PATH, { tag_name: 'v1', ref: 'main', assets: { links } })).status).toBe(201)
  return { world, ask }
}

it('leads to the files of a release by their paths, and from the latest release too', async () => {
  const { world, ask } = await madeWith('15.4')
  const led = await ask('GET', `${PATH}/v1/downloads/bin/app`)
  expect([led.status, led.headers.get('location')]).toEqual([302, 'https://example.com/files/app'])
  const latest = await ask('GET', `${PATH}/permalink/latest/downloads/bin/app`)
  expect([latest.status, latest.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/\/api\/v4\/projects\/1\/releases\/v1\/downloads\/bin\/app$/),
  ])
  for (const path of ['v1/downloads/bin/other', 'v9/downloads/bin/app'])
    expect((await ask('GET', `${PATH}/${path}`)).status).toBe(404)
  expect((await world.ask('GET', `${PATH}/v1/downloads/bin/app`)).status).toBe(404)
  await world.close()
})

it('is not there before 15.4', async () => {
  const { world, ask } = await madeWith('15.3')
  expect((await ask('GET', `${PATH}/v1/downloads/bin/app`)).status).toBe(404)
  await world.close()
})

it('leads pages to the latest release, and to what is below it', async () => {
  const { world } = await madeWith('15.3')
  const led = async (path: string) => {
    const { status, headers } = await world.ask('GET', path, { as: world.root })
    return [status, headers.get('location')]
  }
  expect(await led('/root/app/-/releases/permalink/latest')).toEqual([302, '/root/app/-/releases/v1'])
  expect(await led('/root/app/-/releases/permalink/latest/evidence')).toEqual([302, '/root/app/-/releases/v1/evidence'])
  expect((await world.ask('GET', '/root/app/-/releases/permalink/latest')).status).toBe(404)
  expect((await led('/root/none/-/releases/permalink/latest'))[0]).toBe(404)
  expect((await world.ask('POST', '/root/app/-/releases/permalink/latest', { as: world.root })).status).toBe(405)
  await world.close()
})
