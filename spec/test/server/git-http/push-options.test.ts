import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergeRequestReactors } from '@forgefold/core/domains/review/merge-request'
import { startForge, type TestForge } from '@forgefold/server/testing'
import { type PlainGit, plainGit } from '@forgefold/spec/git'
import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

type Json = Readonly<Record<string, unknown>>

/** What a push asks for besides (docs/reference/behaviour/git.md#push-options). */
describe('options of a push', () => {
  let folder: string
  let forge: TestForge
  let git: PlainGit

  const ask = async <A = Json>(method: string, path: string, body?: unknown): Promise<A> => {
    const response = await forge.as('root').fetch(`/api/v4${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return JSON.parse(text) as A
  }
  const gitUrl = (token: string): string => `${forge.url.replace('http://', `http://oauth2:${token}@`)}/root/app.git`
  const commit = async (branch: string, ...messages: ReadonlyArray<string>): Promise<void> => {
    await git.run('checkout', '-q', '-B', branch, 'main')
    for (const [at, message] of messages.entries()) {
      await writeFile(join(folder, 'work', `${branch}-${at}.txt`), message)
      await git.run('add', '.')
      await git.run('commit', '-q', '-m', message)
    }
  }
  /** What git shows of the server's messages. */
  const push = async (branch: string, ...options: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const sent = options.flatMap((option) => ['-o', option])
    const { code, stderr } = await git.attempt('push', '-q', ...sent, 'origin', branch)
    expect(code, stderr).toBe(0)
    return stderr.split('\n').flatMap((line) => (line.startsWith('remote:') ? [line.slice(8).trimEnd()] : []))
  }
  const requestsOf = (branch: string) =>
    ask<ReadonlyArray<Json>>('GET', `/projects/1/merge_requests?source_branch=${branch}`)
  /** The only request from a branch: it is there when the push ends. */
  const request = async (branch: string): Promise<Json> => {
    const [only, ...more] = await requestsOf(branch)
    expect(more).toEqual([])
    return only as Json
  }
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
    forge = await startForge({ unimplemented: '501' })
    await ask('POST', '/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
    await ask('POST', '/projects/1/milestones', { title: '1.0' })
    const home = plainGit(folder, folder)
    await home.run('clone', '-q', gitUrl(forge.as('root').token), 'work')
    git = plainGit(join(folder, 'work'), folder)
  })
  afterAll(async () => {
    await forge.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('make a merge request with the text of the only commit, and show its URL', async () => {
    await commit('one', 'A fine title\n\nAnd why.')
    const shown = await push('one', 'merge_request.create')
    expect(shown).toEqual(['', 'View merge request for one:', `  ${forge.url}/root/app/-/merge_requests/1`, ''])
    expect(await request('one')).toMatchObject({
      title: 'A fine title',
      description: 'And why.',
      target_branch: 'main',
      author: { username: 'root' },
    })
  })

  it('are not needed to be shown where a merge request can be created', async () => {
    const url = `${forge.url}/root/app/-/merge_requests/new?merge_request%5Bsource_branch%5D=at-a%2Floss`
    await git.run('checkout', '-q', '-B', 'at-a/loss', 'main')
    expect(await push('at-a/loss')).toEqual(['', 'To create a merge request for at-a/loss, visit:', `  ${url}`, ''])
    expect(await push(':at-a/loss')).toEqual([])
    expect(await push('main')).toEqual([])
    await ask('PUT', '/projects/1', { printing_merge_request_link_enabled: false })
    expect(await push('at-a/loss')).toEqual([])
    await ask('PUT', '/projects/1', { printing_merge_request_link_enabled: true })
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
    const { iid, ...made } = await request('two')
    expect(made).toMatchObject({
      title: 'Draft: Two = 2',
      description: 'It "quotes" $HOME and `id`',
      target_branch: 'stable',
      force_remove_source_branch: true,
      milestone: { title: '1.0' },
      labels: ['another', 'one label'],
      assignee: { username: 'root' },
    })
    await git.run('commit', '-q', '--allow-empty', '-m', 'third')
    const shown = await push(
      'two',
      'mr.title=Renamed',
      'mr.target=stable',
      'merge_request.unlabel=another',
      'merge_request.label=third',
      'merge_request.unassign=root',
    )
    expect(shown[1]).toBe('View merge request for two:')
    expect(await request('two')).toMatchObject({
      iid,
      title: 'Renamed',
      labels: ['one label', 'third'],
      assignee: null,
      target_branch: 'stable',
    })
    await forge.settled()
    const notes = await ask<ReadonlyArray<Json>>('GET', `/projects/1/merge_requests/${String(iid)}/notes`)
    expect(notes.filter(({ body }) => String(body).startsWith('changed title')).length).toBe(1)
  })

  it('take the text of the oldest commit with more than a title, or of the issue and the name of the branch', async () => {
    await commit('told', 'first', 'Second\n\nWith a reason.', 'Third\n\nAnother.')
    await push('told', 'merge_request.create')
    expect(await request('told')).toMatchObject({ title: 'Second', description: 'With a reason.' })
    await commit('two_wordsOf-it', 'first', 'second')
    await push('two_wordsOf-it', 'merge_request.create')
    expect(await request('two_wordsOf-it')).toMatchObject({ title: 'Two words of it', description: null })
    await ask('POST', '/projects/1/issues', { title: 'Links are broken' })
    await commit('1-links', 'first', 'second')
    await push('1-links', 'merge_request.create')
    expect(await request('1-links')).toMatchObject({ title: 'Resolve "Links are broken"', description: 'Closes #1' })
    await git.run('checkout', '-q', '-B', 'empty', 'main')
    await push('empty', 'merge_request.create')
    expect(await request('empty')).toMatchObject({ title: 'Draft: Empty', description: null })
  })

  it('make none without being asked to, or into a branch that is not there, and warn', async () => {
    const rule = '='.repeat(72)
    const link = [
      '',
      'To create a merge request for three, visit:',
      `  ${forge.url}/root/app/-/merge_requests/new?merge_request%5Bsource_branch%5D=three`,
      '',
    ]
    await commit('three', 'third')
    expect(await push('three', 'merge_request.title=Nothing')).toEqual([
      '',
      rule,
      '',
      '             WARNINGS: Error encountered with push options',
      "  'merge_request.title=Nothing': A merge_request.create push option is",
      '          required to create a merge request for branch three',
      '',
      rule,
      ...link,
    ])
    await git.run('commit', '-q', '--allow-empty', '-m', 'more')
    const warned = await push('three', 'merge_request.create', 'merge_request.target=nowhere')
    expect(warned.join(' ').replaceAll(/\s+/g, ' ')).toContain(
      "with push options 'merge_request.create' 'merge_request.target=nowhere': Target branch root/app:nowhere does not exist",
    )
    await git.run('commit', '-q', '--allow-empty', '-m', 'most')
    const long = `merge_request.title=${'x'.repeat(300)}`
    const refused = await push('three', 'merge_request.create', long)
    expect(refused.join(' ')).toContain('Title is too long (maximum is 255 characters)')
    await forge.settled()
    expect(await requestsOf('three')).toEqual([])
  })

  it('are not carried out again by a server that has not answered the push, even where the merge request is closed', async () => {
    const mark = await forge.events.mark()
    await commit('again', 'once')
    await push('again', 'merge_request.create')
    const { iid } = await request('again')
    await ask('PUT', `/projects/1/merge_requests/${String(iid)}`, { state_event: 'close' })
    await forge.settled()
    const [pushed] = await forge.events.since(mark, { type: 'RefUpdated' })
    const reactor = mergeRequestReactors.find(({ name }) => name === 'merge-request-push-options')
    forge.forge.mergeRequestState.pushOptions.clear()
    if (pushed !== undefined) await reactor?.react(forge.forge, pushed)
    expect(pushed).toBeDefined()
    expect(await request('again')).toMatchObject({ iid, state: 'closed' })
  })

  it('are carried out by a reactor where the server died before it answered the push', async () => {
    const mark = await forge.events.mark()
    await commit('later', 'once')
    const { branchFollowers } = forge.forge
    const answer = vi.spyOn(branchFollowers, 'answer').mockResolvedValue([])
    await push('later', 'merge_request.create')
    answer.mockRestore()
    await forge.expectEvents('MergeRequestCreated', 1, mark)
    expect(await request('later')).toMatchObject({ title: 'once', state: 'opened' })
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
    const url = gitUrl(String(token))
    await git.run('push', '-q', '-o', 'ci.variable=DEPLOY=1', url, 'ci:refs/heads/refused')
    await git.run('push', '-q', url, 'ci:refs/heads/plain')
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
