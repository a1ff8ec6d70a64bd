import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startForge, type TestForge } from '@forgefold/server/testing'
import { type PlainGit, plainGit } from '@forgefold/spec/git'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from './receiver.js'

describe.runIf(programs.need('git'))('a push of more refs than push_event_hooks_limit', () => {
  let folder: string
  let forge: TestForge
  let git: PlainGit
  let receiver: Receiver

  const ask = async (method: string, path: string, body: object): Promise<void> => {
    const response = await forge.as('root').fetch(`/api/v4${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status, await response.text()).toBeLessThan(300)
  }
  const limit = (push_event_hooks_limit: number) => ask('PUT', '/application/settings', { push_event_hooks_limit })
  const push = (...refs: ReadonlyArray<string>) => git.run('push', '-q', 'origin', ...refs)
  const made = (kind: string, from: number, to: number): ReadonlyArray<string> =>
    Array.from({ length: to - from + 1 }, (_, index) => `HEAD:refs/${kind}/n${from + index}`)
  /** The refs that were told before an issue, which comes after all of them. */
  const told = async (): Promise<ReadonlyArray<unknown>> => {
    await ask('POST', '/projects/1/issues', { title: 'the end' })
    for (let count = 1; ; count++) {
      const heard = await receiver.hears(count, '/refs')
      if (heard.some(({ body }) => body['object_kind'] === 'issue'))
        return heard.slice(0, -1).map(({ body }) => body['ref'])
    }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-push-limit-'))
    receiver = await startReceiver()
    forge = await startForge()
    await ask('POST', '/projects', { name: 'app', initialize_with_readme: true })
    await ask('PUT', '/application/settings', {
      allow_local_requests_from_web_hooks_and_services: true,
      allow_local_requests_from_system_hooks: true,
    })
    await ask('POST', '/projects/1/hooks', { url: `${receiver.url}/refs`, tag_push_events: true, issues_events: true })
    await ask('POST', '/hooks', { url: `${receiver.url}/whole`, push_events: false })
    git = plainGit(folder, folder)
    const address = `${forge.url.replace('http://', `http://oauth2:${forge.tokens['root']}@`)}/root/app.git`
    await git.run('clone', '-q', address, '.')
  })
  afterAll(async () => {
    await forge.close()
    await receiver.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => receiver.forget())

  it('is told to no hook about the refs, and to hooks of the instance as a whole', async () => {
    await limit(3)
    await push(...made('heads', 1, 4))
    await push(...made('heads', 5, 7))
    expect(await told()).toEqual(['refs/heads/n5', 'refs/heads/n6', 'refs/heads/n7'])
    const whole = await receiver.hears(2, '/whole')
    expect(whole.map(({ body }) => (body['refs'] as ReadonlyArray<unknown>).length)).toEqual([4, 3])
  })

  it('counts branches and tags apart, and new ones apart from deleted ones', async () => {
    await limit(2)
    await push(...made('tags', 1, 2), ...made('heads', 11, 12), ':refs/heads/n1', ':refs/heads/n2', ':refs/heads/n3')
    const refs = await told()
    expect([...refs].sort()).toEqual(['refs/heads/n11', 'refs/heads/n12', 'refs/tags/n1', 'refs/tags/n2'])
  })

  it('is what git pushes: what one request deletes is told branch by branch', async () => {
    await limit(1)
    await ask('DELETE', '/projects/1/repository/merged_branches', {})
    const refs = await told()
    expect(refs.length).toBeGreaterThan(1)
    const whole = await receiver.hears(refs.length, '/whole')
    expect(whole.map(({ body }) => (body['refs'] as ReadonlyArray<unknown>).length)).toEqual(refs.map(() => 1))
  })

  it('is as large as it may be: every ref is told, or none', async () => {
    await limit(60)
    await push(...made('heads', 100, 159))
    await push(...made('heads', 200, 260))
    expect(await told()).toHaveLength(60)
    receiver.forget()
    await limit(0)
    await push('HEAD:refs/heads/alone')
    expect(await told()).toEqual([])
  })
})
