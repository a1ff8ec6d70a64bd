import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { administrator, changeSettings } from '@forgefold/spec/settings'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, systemContext, type World } from './world.js'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.client().run('init', '-q', 'c1')
  const c1 = world.client('c1')
  await writeFile(join(world.folder, 'c1/README.md'), 'hello\n')
  await c1.run('add', '.')
  await c1.run('commit', '-qm', 'First')
  await c1.run('push', '-q', world.url('group/open', 'dev'), 'main')
})
afterAll(() => world.close())

const set = async (raw: Readonly<Record<string, unknown>>): Promise<void> => {
  const { forge } = world.forgefold
  const changed = await changeSettings(forge, { principal: administrator, context: systemContext(forge) }, raw)
  expect(E.isRight(changed), JSON.stringify(changed)).toBe(true)
}

const remote = () => world.client().attempt('ls-remote', world.url('group/open'))
const push = (branch: string) => world.client('c1').attempt('push', world.url('group/open', 'dev'), `main:${branch}`)

describe('the settings of the instance, towards git', () => {
  it('close HTTP where only SSH is allowed', async () => {
    await set({ enabled_git_access_protocol: 'ssh' })
    const response = await fetch(`${world.url('group/open')}/info/refs?service=git-upload-pack`)
    expect([response.status, await response.text()]).toEqual([403, 'Git access over HTTP is not allowed\n'])
    expect((await remote()).code).not.toBe(0)
    await set({ enabled_git_access_protocol: '' })
    expect((await remote()).code).toBe(0)
  })

  it('stop pushes while maintenance mode is on, and let fetches through', async () => {
    await set({ maintenance_mode: true })
    const refused = await push('in-maintenance')
    expect(refused.code).not.toBe(0)
    expect((await remote()).code).toBe(0)
    await set({ maintenance_mode: false })
    expect((await push('after-maintenance')).code).toBe(0)
  })

  it('refuse a push with more megabytes than they allow', async () => {
    const c1 = world.client('c1')
    await writeFile(join(world.folder, 'c1/blob.bin'), randomBytes(2_000_000))
    await c1.run('add', '.')
    await c1.run('commit', '-qm', 'Large')
    await set({ receive_max_input_size: 1 })
    expect((await push('large')).code).not.toBe(0)
    expect(await world.forgefold.forge.git.of(2).ref('refs/heads/large')).toBe(undefined)
    await set({ receive_max_input_size: null })
    expect((await push('large')).code).toBe(0)
  })

  it('refuse what would make a repository larger than they allow, and pushes to one that is', async () => {
    const c1 = world.client('c1')
    const git = world.forgefold.forge.git.of(2)
    const bring = async (name: string, bytes: number) => {
      await c1.run('checkout', '-q', '-B', name, 'main')
      await writeFile(join(world.folder, 'c1', name), randomBytes(bytes))
      await c1.run('add', '.')
      await c1.run('commit', '-qm', name)
      return c1.attempt('push', world.url('group/open', 'dev'), name)
    }
    const megabytes = Math.ceil((await git.size()) / 1024 / 1024) + 1
    await set({ repository_size_limit: megabytes })
    const before = await git.size()
    const refused = await bring('too-much', 3_000_000)
    expect(refused.code).not.toBe(0)
    const sentence = `Your push to this repository would cause it to exceed the size limit of ${megabytes} MB so it has been rejected.`
    expect(refused.stderr).toContain(`remote: ${sentence} Please contact your administrator for more information.`)
    expect([await git.ref('refs/heads/too-much'), await git.size()]).toEqual([undefined, before])

    expect((await bring('fits', 10_000)).code).toBe(0)
    await set({ repository_size_limit: 0 })
    expect((await bring('no-limit', 3_000_000)).code).toBe(0)
    await set({ repository_size_limit: megabytes })
    const small = await bring('small', 10)
    expect(small.code).not.toBe(0)
    expect(small.stderr.replaceAll('\nremote: ', ' ')).toMatch(
      new RegExp(
        `Your push has been rejected, because this repository has exceeded its size limit of ${megabytes} MB by [\\d.,]+ [KM]B\\.`,
      ),
    )
    expect(await git.ref('refs/heads/small')).toBe(undefined)
    // Whoever is over the limit may still delete, and fetch.
    expect((await c1.attempt('push', world.url('group/open', 'dev'), ':no-limit')).code).toBe(0)
    expect((await remote()).code).toBe(0)
    await set({ repository_size_limit: 0 })
  })
})
