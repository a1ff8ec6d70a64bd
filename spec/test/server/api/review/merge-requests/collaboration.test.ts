import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlainGit, plainGit, type Served, serveFolder } from '@forgefold/spec/git'
import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

describe('a request that lets members of its target push to its branch', () => {
  let folder: string
  let server: Served
  let fork: number
  let request: string
  let git: PlainGit
  const tokens = new Map<string, string>()

  const ask = async (method: string, path: string, body?: unknown) => {
    const { status, json } = await server.api(method, path, body)
    return { status, json: json as Json }
  }
  const made = async (path: string, body: unknown): Promise<Json> => {
    const { status, json } = await ask('POST', path, body)
    expect([path, status, json]).toEqual([path, 201, json])
    return json
  }
  const commit = (who: string, branch: string, file: string, more = {}) => {
    const actions = [{ action: 'create', file_path: file, content: `${file}\n` }]
    const wanted = { branch, commit_message: file, actions, ...more }
    return ask('POST', `/projects/${fork}/repository/commits?sudo=${who}`, wanted)
  }
  const url = (who: string): string => {
    const address = new URL(server.gitUrl('out/app'))
    address.username = 'oauth2'
    address.password = tokens.get(who) ?? ''
    return address.href
  }
  const push = (who: string, what: string) => git.attempt('push', '-q', url(who), what)
  const sha = async (): Promise<unknown> => (await ask('GET', request)).json['sha']
  const REFUSED = 'You are not allowed to push code to this project.'

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'collaboration-'))
    server = await serveFolder(join(folder, 'data'))
    const people = new Map<string, unknown>()
    for (const who of ['maint', 'dev', 'out']) {
      const user = {
        username: who,
        name: who,
        email: `${who}@example.com`,
        password: 'Correct-horse-9',
        skip_confirmation: true,
      }
      const { id } = await made('/users', user)
      people.set(who, id)
      const token = { name: 'git', scopes: ['api'] }
      tokens.set(who, String((await made(`/users/${String(id)}/personal_access_tokens`, token))['token']))
    }
    const wanted = {
      name: 'app',
      path: 'app',
      visibility: 'public',
      initialize_with_readme: true,
      default_branch: 'main',
    }
    const { id: target } = await made('/projects', wanted)
    const roles = [
      ['maint', 40],
      ['dev', 30],
    ] as const
    for (const [who, access_level] of roles)
      await made(`/projects/${String(target)}/members`, { user_id: people.get(who), access_level })
    fork = (await made(`/projects/${String(target)}/fork?sudo=out`, {}))['id'] as number
    await eventually('the fork', async () =>
      (await ask('GET', `/projects/${fork}/repository/branches/main`)).status === 200 ? true : undefined,
    )
    expect((await commit('out', 'gift', 'gift.txt', { start_branch: 'main' })).status).toBe(201)
    const opened = {
      source_branch: 'gift',
      target_branch: 'main',
      title: 'Gift',
      target_project_id: target,
      allow_collaboration: true,
    }
    const { iid } = await made(`/projects/${fork}/merge_requests?sudo=out`, opened)
    request = `/projects/${String(target)}/merge_requests/${String(iid)}`
    await plainGit(folder, folder).run('clone', '-q', url('out'), 'work')
    git = plainGit(join(folder, 'work'), folder)
    await git.run('checkout', '-q', 'gift')
  })
  afterAll(async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  })

  it('opens that branch to those who could merge it, and nothing else', async () => {
    await writeFile(join(folder, 'work', 'by-maint.txt'), 'x\n')
    await git.run('add', '.')
    await git.run('commit', '-qm', 'By a maintainer of the target')
    expect(await push('dev', 'gift')).toMatchObject({ code: 128, stderr: expect.stringContaining('403') })
    expect(await push('maint', 'gift')).toMatchObject({ code: 0 })
    const head = await git.run('rev-parse', 'HEAD')
    await eventually('the new version', async () => ((await sha()) === head ? true : undefined))
    for (const what of ['gift:main', 'gift:refs/heads/new', 'gift:refs/tags/v1', ':gift'])
      expect(await push('maint', what), what).toMatchObject({ code: 1, stderr: expect.stringContaining(REFUSED) })
  })

  it('the same over the API, and shows it', async () => {
    expect((await commit('maint', 'gift', 'by-api.txt')).status).toBe(201)
    expect((await commit('dev', 'gift', 'not-by-dev.txt')).status).toBe(403)
    expect((await commit('maint', 'main', 'not-main.txt')).status).toBe(403)
    expect((await commit('maint', 'other', 'not-other.txt', { start_branch: 'main' })).status).toBe(403)
    const can = async (who: string, branch: string) =>
      (await ask('GET', `/projects/${fork}/repository/branches/${branch}?sudo=${who}`)).json['can_push']
    expect([await can('maint', 'gift'), await can('maint', 'main'), await can('dev', 'gift')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('while the branch is not protected, and lists and single reads say the same of it', async () => {
    const shown = async (): Promise<ReadonlyArray<unknown>> => {
      const list = (await ask('GET', request.replace(/\/\d+$/, ''))).json as unknown as ReadonlyArray<Json>
      return [list[0]?.['allow_collaboration'], (await ask('GET', request)).json['allow_collaboration']]
    }
    expect(await shown()).toEqual([true, true])
    await made(`/projects/${fork}/protected_branches?sudo=out`, { name: 'gift' })
    expect(await shown()).toEqual([false, false])
    expect((await ask('DELETE', `/projects/${fork}/protected_branches/gift?sudo=out`)).status).toBe(204)
    expect(await shown()).toEqual([true, true])
  })

  it('until it is taken back, or the request is closed', async () => {
    await git.run('pull', '-q', url('maint'), 'gift')
    await git.run('commit', '-q', '--allow-empty', '-m', 'One more')
    const collaboration = (allow: boolean) => ask('PUT', `${request}?sudo=out`, { allow_collaboration: allow })
    expect((await collaboration(false)).status).toBe(200)
    expect((await push('maint', 'gift')).code).not.toBe(0)
    expect((await collaboration(true)).status).toBe(200)
    expect((await push('maint', 'gift')).code).toBe(0)
    expect((await ask('PUT', `${request}?sudo=out`, { state_event: 'close' })).status).toBe(200)
    await git.run('commit', '-q', '--allow-empty', '-m', 'Too late')
    expect((await push('maint', 'gift')).code).not.toBe(0)
    expect((await commit('maint', 'gift', 'too-late.txt')).status).toBe(403)
  })
})
