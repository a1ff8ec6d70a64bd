import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startForge, type TestForge } from '@forgefold/server/testing'
import { type PlainGit, plainGit } from '@forgefold/spec/git'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

/** Clones keep working after a rename or a move (docs/reference/behaviour/projects.md#former-paths). */
describe('a former path of a project', () => {
  let folder: string
  let forge: TestForge
  let home: PlainGit

  const ask = async (method: string, path: string, body?: Json): Promise<Json> => {
    const response = await forge.as('root').fetch(`/api/v4${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return JSON.parse(text) as Json
  }
  const group = (path: string, more: Json = {}) => ask('POST', '/groups', { name: path, path, ...more })
  const project = (name: string, namespace: Json) =>
    ask('POST', '/projects', { name, namespace_id: namespace['id'], initialize_with_readme: true })
  const url = (path: string) =>
    `${forge.url.replace('http://', `http://oauth2:${forge.as('root').token}@`)}/${path}.git`
  const shown = async (path: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { 'PRIVATE-TOKEN': token }
    const answer = await forge.fetch(`${forge.url}${path}`, { redirect: 'manual', headers })
    return [answer.status, answer.headers.get('location')]
  }
  const headOf = async (path: string): Promise<string | undefined> => {
    const { code, stdout } = await home.attempt('ls-remote', url(path), 'HEAD')
    return code === 0 ? stdout.slice(0, 40) : undefined
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'former-paths-'))
    home = plainGit(folder, folder)
    forge = await startForge()
  })
  afterAll(async () => {
    await forge.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('leads git to the project after renames and moves of it and of what is above it', async () => {
    const one = await group('one')
    const sub = await group('sub', { parent_id: one['id'] })
    const two = await group('two')
    const made = await project('app', sub)
    const head = await headOf('one/sub/app')
    expect(head).toMatch(/^[0-9a-f]{40}$/)
    await ask('PUT', `/projects/${String(made['id'])}`, { path: 'renamed' })
    await ask('PUT', `/groups/${String(one['id'])}`, { path: 'uno' })
    await ask('PUT', `/projects/${String(made['id'])}/transfer`, { namespace: two['id'] })
    await ask('PUT', `/groups/${String(two['id'])}`, { path: 'dos' })
    for (const path of [
      'one/sub/app',
      'One/Sub/App',
      'one/sub/renamed',
      'uno/sub/renamed',
      'two/renamed',
      'dos/renamed',
    ])
      expect(await headOf(path), path).toBe(head)
    expect(await headOf('two/app')).toBeUndefined()
    const api = await forge.as('root').fetch(`/api/v4/projects/${encodeURIComponent('two/renamed')}`)
    expect(api.status).toBe(404)
  })

  it('is told to those who push to it', async () => {
    const { id } = await project('told', await group('places'))
    await home.run('clone', '-q', url('places/told'), 'told')
    await ask('PUT', `/projects/${String(id)}`, { path: 'moved' })
    const git = plainGit(join(folder, 'told'), folder)
    await git.run('commit', '-q', '--allow-empty', '-m', 'more')
    const { code, stderr } = await git.attempt('push', '-q', 'origin', 'main')
    expect(code, stderr).toBe(0)
    expect(stderr.split('\n').map((line) => line.trimEnd())).toEqual([
      'remote:',
      "remote: Project 'places/told' was moved to 'places/moved'.",
      'remote:',
      'remote: Please update your Git remote:',
      'remote:',
      `remote:   git remote set-url origin ${forge.url}/places/moved.git`,
      'remote:',
      'remote:',
      '',
    ])
    expect(await headOf('places/moved')).toBe(await git.run('rev-parse', 'HEAD'))
  })

  it('leads nowhere once something else has taken it, or the project is gone', async () => {
    const place = await group('taken')
    const { id } = await project('first', place)
    await ask('PUT', `/projects/${String(id)}`, { path: 'second', name: 'second' })
    const next = await project('first', place)
    const { id: other } = await ask('PUT', `/projects/${String(next['id'])}`, { path: 'third', name: 'third' })
    const head = await headOf('taken/third')
    expect([await headOf('taken/first'), other]).toEqual([head, next['id']])
    await ask('DELETE', `/projects/${String(other)}`)
    expect(await headOf('taken/first')).toBeUndefined()
    expect(await headOf('taken/second')).toBeDefined()
  })

  it('leads its pages to those of the present path, for visitors who may see them', async () => {
    const place = await group('pages', { visibility: 'public' })
    const { id } = await project('open', place)
    await ask('PUT', `/projects/${String(id)}`, { path: 'opened', visibility: 'public' })
    expect(await shown('/pages/open')).toEqual([302, '/pages/opened'])
    expect(await shown('/pages/open/-/issues?state=closed')).toEqual([302, '/pages/opened/-/issues?state=closed'])
    expect(await shown('/pages/opened')).toEqual([200, null])
    await ask('PUT', `/projects/${String(id)}`, { visibility: 'private' })
    expect((await shown('/pages/open/-/issues'))[1]).toMatch(/^\/users\/sign_in/)
  })

  it('leads to files, archives, diffs, comparisons, releases and uploads, for visitors who may see them', async () => {
    const { id } = await project('kept-files', await group('stored', { visibility: 'public' }))
    const at = `/projects/${String(id)}`
    await ask('PUT', at, { visibility: 'public' })
    await ask('POST', `${at}/releases`, { tag_name: 'v1', ref: 'main', name: 'One' })
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.txt')
    const sent = await forge.as('root').fetch(`/api/v4${at}/uploads`, { method: 'POST', body: form })
    const { url: upload } = (await sent.json()) as { readonly url: string }
    const { id: sha } = await ask('GET', `${at}/repository/commits/main`)
    await ask('PUT', at, { path: 'moved' })
    const addresses = [
      '/-/raw/main/README.md?inline=false',
      '/-/archive/main/kept-files-main.tar.gz',
      '/repository/archive.zip?ref=main',
      '/-/blob/main/README.md',
      '/-/tree/main',
      '/-/compare/main...v1',
      '/-/compare?from=main&to=v1',
      '/-/commits/main',
      `/-/commit/${String(sha)}`,
      `/-/commit/${String(sha)}.diff`,
      '/-/releases/permalink/latest',
      '/-/releases/v1/downloads/none',
      upload,
    ]
    for (const one of addresses)
      expect(await shown(`/stored/kept-files${one}`), one).toEqual([302, `/stored/moved${one}`])
    expect(await shown('/stored/kept-files/compare/main...v1')).toEqual([302, '/stored/kept-files/-/compare/main...v1'])
    await ask('PUT', at, { visibility: 'private' })
    for (const one of addresses) expect((await shown(`/stored/kept-files${one}`))[1] ?? '', one).not.toContain('moved')
    expect(await shown('/stored/kept-files/-/raw/main/README.md', forge.as('root').token)).toEqual([
      302,
      '/stored/moved/-/raw/main/README.md',
    ])
  })

  it('of a group or a user leads its pages to those of the present one, for visitors who may see it', async () => {
    const was = await group('was', { visibility: 'public' })
    await group('below', { parent_id: was['id'], visibility: 'public' })
    await ask('PUT', `/groups/${String(was['id'])}`, { path: 'now' })
    await ask('PUT', `/groups/${String(was['id'])}`, { path: 'today' })
    const cases = [
      ['/was', '/today'],
      ['/Was?x=1', '/today?x=1'],
      ['/now', '/today'],
      ['/groups/was', '/groups/today'],
      ['/groups/was/-/issues?state=closed', '/groups/today/-/issues?state=closed'],
      ['/groups/was/-/unheard-of', '/groups/today/-/unheard-of'],
      ['/was/below', '/today/below'],
      ['/groups/was/below/-/milestones', '/groups/today/below/-/milestones'],
    ] as const
    for (const [path, present] of cases) expect(await shown(path), path).toEqual([302, present])
    const hidden = await group('out-of-sight', { visibility: 'private' })
    await ask('PUT', `/groups/${String(hidden['id'])}`, { path: 'still-out-of-sight' })
    expect(String((await shown('/groups/out-of-sight'))[1])).not.toContain('still')
    expect(await shown('/out-of-sight', forge.as('root').token)).toEqual([302, '/still-out-of-sight'])
    const person = { username: 'maria', name: 'M', email: 'maria@example.com', password: 'of-no-importance' }
    const { id: user } = await ask('POST', '/users', { ...person, skip_confirmation: true })
    await ask('PUT', `/users/${String(user)}`, { username: 'mary' })
    expect(await shown('/maria')).toEqual([302, '/mary'])
    const api = await forge.as('root').fetch('/api/v4/groups/was')
    expect(api.status).toBe(404)
  })

  it('is hidden from those who may not see the project', async () => {
    const { id } = await project('hidden', await group('private', { visibility: 'private' }))
    await ask('PUT', `/projects/${String(id)}`, { path: 'still-hidden' })
    const person = { username: 'stranger', name: 'S', email: 's@example.com', password: 'of-no-importance' }
    const { id: user } = await ask('POST', '/users', { ...person, skip_confirmation: true })
    const { token } = await ask('POST', `/users/${String(user)}/personal_access_tokens`, { name: 'x', scopes: ['api'] })
    const at = `${forge.url}/private/hidden.git/info/refs?service=git-upload-pack`
    const authorization = `Basic ${Buffer.from(`stranger:${String(token)}`).toString('base64')}`
    expect((await fetch(at)).status).toBe(401)
    expect((await fetch(at, { headers: { authorization } })).status).toBe(404)
  })

  it('is forgotten with its user', async () => {
    const person = { username: 'anna', name: 'Anna', email: 'anna@example.com', password: 'of-no-importance' }
    const { id: user } = await ask('POST', '/users', { ...person, skip_confirmation: true })
    const made = await ask('POST', `/projects/user/${String(user)}`, { name: 'app', initialize_with_readme: true })
    const place = await group('kept')
    await ask('PUT', `/users/${String(user)}`, { username: 'anne' })
    await ask('PUT', `/projects/${String(made['id'])}/transfer`, { namespace: place['id'] })
    const head = await headOf('kept/app')
    expect([await headOf('anna/app'), await headOf('anne/app')]).toEqual([head, head])
    const gone = await forge.as('root').fetch(`/api/v4/users/${String(user)}`, { method: 'DELETE' })
    expect(gone.status).toBe(204)
    await forge.settled()
    expect([await headOf('anna/app'), await headOf('anne/app'), await headOf('kept/app')]).toEqual([
      undefined,
      undefined,
      head,
    ])
  })
})
