import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlainGit, plainGit, type Served, serveFolder } from '@forgefold/spec/git'
import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

/** What a push asks for besides (docs/reference/behaviour/git.md#push-options). */
describe('options of a push', () => {
  let folder: string
  let server: Served
  let git: PlainGit

  const ask = async <A = Json>(method: string, path: string, body?: unknown): Promise<A> => {
    const { status, json } = await server.api(method, path, body)
    expect(status, `${method} ${path}: ${JSON.stringify(json)}`).toBeLessThan(300)
    return json as A
  }
  const commit = async (branch: string, ...messages: ReadonlyArray<string>): Promise<void> => {
    await git.run('checkout', '-q', '-B', branch, 'main')
    for (const [at, message] of messages.entries()) {
      await writeFile(join(folder, 'work', `${branch}-${at}.txt`), message)
      await git.run('add', '.')
      await git.run('commit', '-q', '-m', message)
    }
  }
  const push = (branch: string, ...options: ReadonlyArray<string>) =>
    git.run('push', '-q', ...options.flatMap((option) => ['-o', option]), 'origin', branch)
  const requestsOf = (branch: string) =>
    ask<ReadonlyArray<Json>>('GET', `/projects/1/merge_requests?source_branch=${branch}`)
  const request = (branch: string): Promise<Json> =>
    eventually(`a request from ${branch}`, async () => (await requestsOf(branch))[0])
  /** Waits until a list is as wanted. */
  const comes = async (look: () => Promise<ReadonlyArray<Json>>, wanted: ReadonlyArray<Json>): Promise<void> => {
    const isSo = async () => {
      try {
        expect(await look()).toMatchObject(wanted)
        return true
      } catch {
        return undefined
      }
    }
    await eventually(JSON.stringify(wanted), isSo)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'push-options-'))
    server = await serveFolder(join(folder, 'data'))
    await ask('POST', '/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
    await ask('POST', '/projects/1/milestones', { title: '1.0' })
    const home = plainGit(folder, folder)
    await home.run('clone', '-q', server.gitUrl('root/app'), 'work')
    git = plainGit(join(folder, 'work'), folder)
  })
  afterAll(async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  })

  it('make a merge request with the text of the only commit', async () => {
    await commit('one', 'A fine title\n\nAnd why.')
    await push('one', 'merge_request.create')
    expect(await request('one')).toMatchObject({
      title: 'A fine title',
      description: 'And why.',
      target_branch: 'main',
      author: { username: 'root' },
    })
  })

  it('say everything of a merge request', async () => {
    await git.run('push', '-q', 'origin', 'main:refs/heads/stable')
    await commit('two', 'first', 'second')
    await push(
      'two',
      'merge_request.create',
      'merge_request.target=stable',
      'merge_request.title=Two = 2',
      'merge_request.description=It "quotes" $HOME and `id`',
      'merge_request.draft',
      'merge_request.remove_source_branch',
      'merge_request.milestone=1.0',
      'merge_request.label=one label',
      'merge_request.label=another',
      'merge_request.assign=root',
    )
    expect(await request('two')).toMatchObject({
      title: 'Draft: Two = 2',
      description: 'It "quotes" $HOME and `id`',
      target_branch: 'stable',
      force_remove_source_branch: true,
      milestone: { title: '1.0' },
      labels: ['another', 'one label'],
      assignee: { username: 'root' },
    })
    await git.run('commit', '-q', '--allow-empty', '-m', 'third')
    await push(
      'two',
      'merge_request.title=Renamed',
      'merge_request.unlabel=another',
      'merge_request.label=third',
      'merge_request.unassign=root',
    )
    await comes(
      () => requestsOf('two'),
      [{ title: 'Renamed', labels: ['one label', 'third'], assignee: null, target_branch: 'stable' }],
    )
  })

  it('make none without being asked to, or into a branch that is not there', async () => {
    await commit('three', 'third')
    await push('three', 'merge_request.title=Nothing')
    await git.run('commit', '-q', '--allow-empty', '-m', 'more')
    await push('three', 'merge_request.create', 'merge_request.target=nowhere')
    // The request of a later push is made after those before it were looked at.
    await commit('four', 'first', 'second')
    await push('four', 'merge_request.create')
    expect(await request('four')).toMatchObject({ title: 'Four' })
    expect(await requestsOf('three')).toEqual([])
  })

  it('skip the pipeline, or give it variables, which the history keeps sealed', async () => {
    await git.run('checkout', '-q', '-B', 'ci', 'main')
    await writeFile(join(folder, 'work', '.gitlab-ci.yml'), 'build:\n  script: make\n')
    await git.run('add', '.')
    await git.run('commit', '-q', '-m', 'CI')
    const pipelines = (ref: string) => ask<ReadonlyArray<Json>>('GET', `/projects/1/pipelines?ref=${ref}`)
    await push('ci:refs/heads/skipped', 'ci.skip')
    await comes(() => pipelines('skipped'), [{ status: 'skipped' }])
    await push('ci:refs/heads/given', 'ci.variable=WORD=spelt=out', 'ci.variable=nothing')
    await comes(() => pipelines('given'), [{ status: 'pending' }])
    const [pipeline] = await pipelines('given')
    expect(await ask('GET', `/projects/1/pipelines/${String(pipeline?.['id'])}/variables`)).toEqual([
      expect.objectContaining({ key: 'WORD', value: 'spelt=out', variable_type: 'env_var' }),
    ])
  })

  it('give no variables, and make no pipeline, of those who may give none', async () => {
    const person = { username: 'dev', name: 'Dev', email: 'dev@example.com', force_random_password: true }
    const { id } = await ask('POST', '/users', { ...person, skip_confirmation: true })
    const { token } = await ask('POST', `/users/${String(id)}/personal_access_tokens`, { name: 'git', scopes: ['api'] })
    await ask('POST', '/projects/1/members', { user_id: id, access_level: 30 })
    await ask('PUT', '/projects/1', { restrict_user_defined_variables: true })
    const url = new URL(server.gitUrl('root/app'))
    url.password = String(token)
    await git.run('push', '-q', '-o', 'ci.variable=DEPLOY=1', url.href, 'ci:refs/heads/refused')
    await git.run('push', '-q', url.href, 'ci:refs/heads/plain')
    const pipelines = (ref: string) => ask<ReadonlyArray<Json>>('GET', `/projects/1/pipelines?ref=${ref}`)
    await comes(() => pipelines('plain'), [{ status: 'pending' }])
    expect(await pipelines('refused')).toEqual([])
    await push('ci:refs/heads/by-a-maintainer', 'ci.variable=DEPLOY=1')
    await comes(() => pipelines('by-a-maintainer'), [{ status: 'pending' }])
  })

  it('have a merge request merged when the pipeline succeeds', async () => {
    await git.run('checkout', '-q', '-B', 'waits', 'ci')
    await git.run('commit', '-q', '--allow-empty', '-m', 'Waits')
    await push('waits', 'merge_request.create', 'merge_request.merge_when_pipeline_succeeds')
    await comes(() => requestsOf('waits'), [{ merge_when_pipeline_succeeds: true, state: 'opened' }])
  })
})
