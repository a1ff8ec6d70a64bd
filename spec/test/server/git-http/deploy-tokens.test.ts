import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serve } from '../api/packages/served.js'

describe.runIf(programs.need('git'))('git with a deploy token', () => {
  let served: Served
  const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const made = async <A>(path: string, body: object): Promise<A> => {
    const answer = await served.ask('POST', path, json(body))
    expect(answer.status).toBe(201)
    return (await answer.json()) as A
  }
  const token = (place: string, ...scopes: ReadonlyArray<string>) =>
    made<{ readonly id: number; readonly username: string; readonly token: string }>(`${place}/deploy_tokens`, {
      name: 'machine',
      scopes,
    })
  const at = (): string => `/projects/${served.projectId}`
  const remote = (username: string, password: string, path = 'acme/lib'): string =>
    `http://${username}:${password}@127.0.0.1:${served.port}/${path}.git`
  const env = { GIT_TERMINAL_PROMPT: '0' }
  const heads = (username: string, password: string, path?: string) =>
    served.program('git', ['ls-remote', '--heads', remote(username, password, path)], { env })

  beforeAll(async () => {
    served = await serve()
    const actions = [{ action: 'create', file_path: 'a.txt', content: 'a' }]
    await made(`${at()}/repository/commits`, { branch: 'main', commit_message: 'First', actions })
  })
  afterAll(() => served.close())

  it('clones the project of the token, and those below the group of one', async () => {
    for (const place of [at(), '/groups/acme']) {
      const { username, token: secret } = await token(place, 'read_repository')
      const target = place === at() ? 'by-project' : 'by-group'
      const cloned = await served.program('git', ['clone', '-q', remote(username, secret), target], { env })
      expect(cloned, cloned.remarks).toMatchObject({ ok: true })
      const log = await served.program('git', ['-C', target, 'log', '--format=%s'])
      expect(log.output.trim()).toBe('First')
    }
  })

  it('pushes nothing', async () => {
    const { username, token: secret } = await token(at(), 'read_repository')
    const pushed = await served.program('git', ['-C', 'by-project', 'push', remote(username, secret), 'main:other'], {
      env,
    })
    expect(pushed.ok).toBe(false)
    expect(pushed.remarks).toContain('403')
    expect((await heads(username, secret)).output).not.toContain('refs/heads/other')
  })

  it('is refused without the scope, under another name, elsewhere and once revoked', async () => {
    const packages = await token(at(), 'read_package_registry')
    expect((await heads(packages.username, packages.token)).ok).toBe(false)
    const { id, username, token: secret } = await token(at(), 'read_repository')
    expect((await heads(username, secret)).ok).toBe(true)
    expect((await heads('somebody', secret)).ok).toBe(false)
    await made('/projects', { name: 'other', path: 'other', visibility: 'private' })
    expect((await heads(username, secret, 'root/other')).ok).toBe(false)
    expect((await served.ask('DELETE', `${at()}/deploy_tokens/${id}`)).status).toBe(204)
    expect((await heads(username, secret)).ok).toBe(false)
  })
})
