import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const AT = '/api/v4/projects/1/repository'
const [OLD, NEW, NEWER] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string]

let world: TestInstance
let data: string
let repository: string
let dev: string

const git = (args: ReadonlyArray<string>, input = ''): string =>
  execFileSync(programs.find('git') ?? 'git', [...args], {
    input,
    env: { ...process.env, GIT_DIR: repository },
    encoding: 'utf8',
  }).trim()

const update = (submodule: string, json: object, as = dev) =>
  world.ask('PUT', `${AT}/submodules/${encodeURIComponent(submodule)}`, { as, json: { branch: 'linked', ...json } })

const entriesOf = (ref: string) => git(['ls-tree', '-r', ref]).split('\n')

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'forgefold-submodules-'))
  world = await openTestInstance({ more: { data } })
  dev = (await world.person('dev')).token
  const json = { name: 'p', initialize_with_readme: true, default_branch: 'main' }
  await world.ask('POST', '/api/v4/projects', { as: world.root, json })
  await world.ask('POST', '/api/v4/projects/1/members', { as: world.root, json: { user_id: 2, access_level: 30 } })
  const files = await readdir(data, { recursive: true })
  repository = join(data, files.find((file) => file.endsWith('.git/HEAD'))?.replace(/HEAD$/, '') ?? '')
  const text = git(['hash-object', '-w', '--stdin'], 'text')
  const inner = git(['mktree', '--missing'], `160000 commit ${OLD}\tengine\n`)
  const tree = git(
    ['mktree', '--missing'],
    `100644 blob ${text}\tfile.txt\n160000 commit ${OLD}\ttop\n040000 tree ${inner}\tlib\n`,
  )
  const who = 'Dev <dev@example.com> 1661169600 +0000'
  const commit = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nLinked\n`
  const id = git(['hash-object', '-w', '-t', 'commit', '--stdin'], commit)
  git(['update-ref', 'refs/heads/linked', id])
})
afterAll(async () => {
  await world.close()
  await rm(data, { recursive: true, force: true })
})

describe('a submodule', () => {
  it('gets another commit by a commit on the branch', async () => {
    const before = git(['rev-parse', 'linked'])
    const written = await update('lib/engine', { commit_sha: NEW.toUpperCase() })
    expect(written).toMatchObject({
      status: 200,
      json: {
        message: `Update submodule lib/engine with oid ${NEW}`,
        author_name: 'dev',
        parent_ids: [before],
        project_id: 1,
      },
    })
    expect((written.json as { readonly id: string }).id).toBe(git(['rev-parse', 'linked']))
    expect(entriesOf('linked').filter((line) => line.startsWith('160000'))).toEqual([
      `160000 commit ${NEW}\tlib/engine`,
      `160000 commit ${OLD}\ttop`,
    ])
    const named = await update('top', { commit_sha: NEW, commit_message: 'Newer top' })
    expect(named).toMatchObject({ status: 200, json: { message: 'Newer top' } })
    expect(entriesOf('linked')).toContain(`160000 commit ${NEW}\ttop`)
  })

  it.each([
    ['file.txt', { commit_sha: NEWER }, 'Invalid submodule path'],
    ['lib', { commit_sha: NEWER }, 'Invalid submodule path'],
    ['nowhere', { commit_sha: NEWER }, 'Invalid submodule path'],
    ['../top', { commit_sha: NEWER }, 'Path cannot include directory traversal'],
    ['top', { commit_sha: NEW }, `The submodule top is already at ${NEW}`],
    ['top', { commit_sha: 'abc' }, 'commit_sha is invalid'],
    ['top', { commit_sha: NEWER, branch: 'none' }, 'You can only create or edit files when you are on a branch'],
  ])('%s is not updated with %j', async (path, json, sentence) => {
    const head = git(['rev-parse', 'linked'])
    const refusal = await update(path, json)
    expect([refusal.status, refusal.text]).toEqual([400, expect.stringContaining(sentence)])
    expect(git(['rev-parse', 'linked'])).toBe(head)
  })

  it('is updated only by users who may push', async () => {
    const guest = (await world.person('guest')).token
    await world.ask('POST', '/api/v4/projects/1/members', { as: world.root, json: { user_id: 3, access_level: 10 } })
    expect((await update('top', { commit_sha: NEWER }, guest)).status).toBe(403)
    await world.ask('POST', '/api/v4/projects/1/protected_branches', { as: world.root, json: { name: 'linked' } })
    const refused = await update('top', { commit_sha: NEWER })
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('You are not allowed to push into') })
  })

  it('is no file whose content or mode can be changed', async () => {
    const act = (action: object) =>
      world.ask('POST', `${AT}/commits`, {
        as: world.root,
        json: { branch: 'linked', commit_message: 'x', actions: [{ file_path: 'top', ...action }] },
      })
    for (const action of [
      { action: 'update', content: 'text' },
      { action: 'chmod', execute_filemode: true },
    ])
      expect(await act(action)).toMatchObject({ status: 400, json: { message: "A file with this name doesn't exist" } })
    expect((await act({ action: 'delete' })).status).toBe(201)
    expect(entriesOf('linked').filter((line) => line.startsWith('160000'))).toHaveLength(1)
  })
})
