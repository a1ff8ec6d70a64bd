import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Served, serveFolder } from '@forgefold/spec/git'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string
let server: Served
let base: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-repository-api-'))
  await mkdir(join(folder, 'data'))
  server = await serveFolder(join(folder, 'data'))
  const made = await server.api('POST', '/projects', { name: 'p', path: 'p' })
  base = `/projects/${(made.json as { id: number }).id}/repository`
})
afterAll(async () => {
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string) => server.api('GET', `${base}${path}`)
const post = (path: string, body: unknown) => server.api('POST', `${base}${path}`, body)
const commit = (branch: string, actions: ReadonlyArray<unknown>, more: object = {}) =>
  post('/commits', { branch, commit_message: `On ${branch}`, actions, ...more })
const message = (text: string) => ({ message: text })

describe('commits out of actions', () => {
  it('begin an empty repository and make its default branch', async () => {
    expect((await get('/branches')).json).toEqual([])
    const made = await commit('main', [
      { action: 'create', file_path: 'README.md', content: 'one\ntwo\nthree\n' },
      { action: 'create', file_path: 'dir/päth x.bin', content: 'AAEC', encoding: 'base64' },
    ])
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({
      title: 'On main',
      author_name: 'Administrator',
      parent_ids: [],
      stats: { additions: 3, deletions: 0, total: 3 },
      last_pipeline: null,
    })
    expect((await get('/branches/main')).json).toMatchObject({
      name: 'main',
      default: true,
      can_push: true,
      merged: false,
    })
  })

  it('create, update, move, delete and change modes on a new branch', async () => {
    const made = await commit(
      'feature/ü',
      [
        { action: 'update', file_path: 'README.md', content: 'one\nTWO\nthree\n' },
        { action: 'move', file_path: 'moved.bin', previous_path: 'dir/päth x.bin' },
        { action: 'create', file_path: 'run.sh', content: '#!/bin/sh\n' },
        { action: 'chmod', file_path: 'run.sh', execute_filemode: true },
      ],
      { start_branch: 'main', author_name: 'Ann', author_email: 'ann@example.com' },
    )
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({ author_name: 'Ann', committer_name: 'Administrator' })
    const { id } = made.json as { id: string }
    const diff = (await get(`/commits/${id}/diff`)).json
    expect(diff).toMatchObject([
      { new_path: 'README.md', diff: '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n' },
      { old_path: 'dir/päth x.bin', new_path: 'moved.bin', renamed_file: true, diff: '' },
      { new_path: 'run.sh', new_file: true, a_mode: '0', b_mode: '100755' },
    ])
    expect((await get('/branches/feature%2F%C3%BC')).json).toMatchObject({ name: 'feature/ü', commit: { id } })
    expect((await get('/tree?ref=feature%2F%C3%BC')).json).toMatchObject([
      { path: 'README.md', mode: '100644' },
      { path: 'moved.bin', type: 'blob' },
      { path: 'run.sh', mode: '100755' },
    ])
  })

  it.each([
    [[{ action: 'create', file_path: 'README.md', content: 'x' }], 'A file with this name already exists'],
    [[{ action: 'update', file_path: 'nope', content: 'x' }], "A file with this name doesn't exist"],
    [[{ action: 'delete', file_path: 'nope' }], "A file with this name doesn't exist"],
    [[{ action: 'move', file_path: 'x', previous_path: 'nope' }], "A file with this name doesn't exist"],
    [[{ action: 'create', file_path: 'dir', content: 'x' }], 'A directory with this name already exists'],
    [[{ action: 'create', file_path: '../x', content: 'x' }], 'Path cannot include directory traversal'],
    [[{ action: 'create', file_path: '.git/config', content: 'x' }], 'Path cannot include directory traversal'],
    [
      [{ action: 'create', file_path: '.git::$INDEX_ALLOCATION', content: 'x' }],
      'Path cannot include directory traversal',
    ],
    [[{ action: 'move', file_path: '.git. ', previous_path: 'README.md' }], 'Path cannot include directory traversal'],
    [
      [{ action: 'create', file_path: 'a\\b', content: 'x' }],
      'Path cannot include empty names, dots, backslashes and control characters',
    ],
    [
      [{ action: 'create', file_path: '.gitmodules', content: '[submodule "x"]\n\turl = -x\n' }],
      'A .gitmodules file cannot include options, commands and names with directory traversal',
    ],
  ])('refuse %j', async (actions, text) => {
    const refused = await commit('main', actions)
    expect(refused).toEqual({ status: 400, json: message(text) })
  })

  it('refuse a branch that is not there, and one that is in the way', async () => {
    const action = [{ action: 'create', file_path: 'n', content: 'x' }]
    expect((await commit('nowhere', action)).json).toEqual(
      message('You can only create or edit files when you are on a branch'),
    )
    expect((await commit('feature/ü', action, { start_branch: 'main' })).json).toEqual(
      message("A branch called 'feature/ü' already exists. Switch to that branch in order to make changes"),
    )
  })

  it('say which parameters are missing', async () => {
    const refused = await post('/commits', { actions: [{ action: 'fly' }] })
    expect(refused.status).toBe(400)
    expect(refused.json).toEqual({
      error:
        'branch is missing, commit_message is missing, actions[0][action] does not have a valid value, actions[0][file_path] is missing',
    })
  })

  it('let one of two that start at the same place win', async () => {
    const both = await Promise.all(
      ['a', 'b'].map((name) => commit('main', [{ action: 'create', file_path: name, content: name }])),
    )
    const statuses = both.map(({ status }) => status).sort()
    expect([
      [201, 201],
      [201, 400],
    ]).toContainEqual(statuses)
    const log = (await get('/commits')).json as ReadonlyArray<{ parent_ids: ReadonlyArray<string> }>
    expect(log).toHaveLength(1 + statuses.filter((status) => status === 201).length)
  })
})

describe('branches', () => {
  it('are made, found, refused and removed as documented', async () => {
    expect((await post('/branches', { branch: 'b1', ref: 'main' })).status).toBe(201)
    expect(await post('/branches', { branch: 'b1', ref: 'main' })).toEqual({
      status: 400,
      json: message('Branch already exists'),
    })
    expect((await post('/branches', { branch: 'b2', ref: 'nope' })).json).toEqual(
      message('Invalid reference name: nope'),
    )
    expect((await post('/branches', { branch: 'b..2', ref: 'main' })).json).toEqual(message('Branch name is invalid'))
    const found = (await get('/branches?search=^b')).json as ReadonlyArray<{ name: string }>
    expect(found.map(({ name }) => name)).toEqual(['b1'])
    expect((await get('/branches?regex=^b%5Cd$')).json).toHaveLength(1)
    expect((await get('/branches?regex=(a%2B)%2B%24')).status).toBe(200)
    expect(await get('/branches/nope')).toEqual({ status: 404, json: message('404 Branch Not Found') })
    expect((await get('/branches/a..b')).json).toEqual(message('The branch refname is invalid'))
    expect((await server.api('DELETE', `${base}/branches/b1`)).status).toBe(204)
    expect((await server.api('DELETE', `${base}/branches/b1`)).status).toBe(404)
    expect(await server.api('DELETE', `${base}/branches/main`)).toEqual({
      status: 405,
      json: message('Cannot remove HEAD branch'),
    })
  })

  it('that are merged go all at once', async () => {
    await post('/branches', { branch: 'done', ref: 'main~1' })
    expect((await get('/branches/done')).json).toMatchObject({ merged: true })
    expect((await server.api('DELETE', `${base}/merged_branches`)).status).toBe(202)
    const left = (await get('/branches')).json as ReadonlyArray<{ name: string }>
    expect(left.map(({ name }) => name)).toEqual(['feature/ü', 'main'])
  })
})

describe('tags', () => {
  it('are made, found, refused and removed as documented', async () => {
    const made = await post('/tags', { tag_name: 'v1.0', ref: 'main', message: 'The first' })
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({ name: 'v1.0', message: 'The first', protected: false, release: null })
    expect((await post('/tags', { tag_name: 'v0', ref: 'main~1' })).json).toMatchObject({ name: 'v0', message: '' })
    expect((await post('/tags', { tag_name: 'v0', ref: 'main' })).json).toEqual(message('Tag v0 already exists'))
    expect((await post('/tags', { tag_name: 'v9', ref: 'x' })).json).toEqual(message('Target x is invalid'))
    expect((await get('/tags?order_by=name&sort=asc')).json).toMatchObject([{ name: 'v0' }, { name: 'v1.0' }])
    expect((await server.api('DELETE', `${base}/tags/v0`)).status).toBe(204)
    expect(await get('/tags/v0')).toEqual({ status: 404, json: message('404 Tag Not Found') })
  })
})

describe('reading', () => {
  it('gives commits, by ref, path and range, with 404 for what is none', async () => {
    const log = (await get('/commits?with_stats=true')).json as ReadonlyArray<{ id: string; stats: object }>
    expect(log[0]).toHaveProperty('stats.total')
    const { id } = log.at(-1) as { id: string }
    expect((await get(`/commits/${id.slice(0, 8)}`)).json).toMatchObject({ id, short_id: id.slice(0, 8) })
    expect((await get('/commits?path=README.md')).json).toHaveLength(1)
    expect((await get('/commits?ref_name=main..feature%2F%C3%BC')).json).toHaveLength(1)
    expect(await get('/commits/nope')).toEqual({ status: 404, json: message('404 Commit Not Found') })
    expect((await get(`/commits/${id}/refs`)).json).toContainEqual({ type: 'branch', name: 'main' })
  })

  it('gives files, their bytes, and 404 for what is none', async () => {
    const file = (await get('/files/README.md?ref=main')).json as { content: string }
    expect(file).toMatchObject({ file_name: 'README.md', size: 14, encoding: 'base64', execute_filemode: false })
    expect(Buffer.from(file.content, 'base64').toString()).toBe('one\ntwo\nthree\n')
    expect((await get('/files/README.md')).json).toEqual({ error: 'ref is missing' })
    expect((await get('/files/nope?ref=main')).json).toEqual(message('404 File Not Found'))
    expect((await get('/files/README.md?ref=nope')).json).toEqual(message('404 Commit Not Found'))
    expect((await get('/tree?path=nope')).json).toEqual([])
  })

  it('writes files one by one', async () => {
    const at = '/files/docs%2Fa.txt'
    const where = { branch: 'main', commit_message: 'Docs' }
    expect((await post(at, { ...where, content: 'a' })).json).toEqual({ file_path: 'docs/a.txt', branch: 'main' })
    expect((await server.api('PUT', `${base}${at}`, { ...where, content: 'b' })).status).toBe(200)
    const stale = await server.api('PUT', `${base}${at}`, { ...where, content: 'c', last_commit_id: '0'.repeat(40) })
    expect(stale.json).toEqual(message('The file has changed since you started editing it: docs/a.txt'))
    expect((await server.api('DELETE', `${base}${at}`, where)).status).toBe(204)
    expect((await get('/tree?path=docs')).json).toEqual([])
  })

  it('compares and finds common ancestors', async () => {
    const compared = (await get('/compare?from=main&to=feature%2F%C3%BC')).json as { commits: ReadonlyArray<unknown> }
    expect(compared.commits).toHaveLength(1)
    expect(compared).toMatchObject({ compare_timeout: false, compare_same_ref: false })
    expect((await get('/merge_base?refs[]=main&refs[]=feature%2F%C3%BC')).json).toHaveProperty('id')
    expect((await get('/merge_base?refs[]=main&refs[]=x')).json).toEqual(message('Could not find ref: x'))
  })
})
