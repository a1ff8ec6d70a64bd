import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createForgefold, type Forgefold, type ForgefoldOptions, listenNode } from '@forgefold/server'
import { askerOf, openTestInstance } from '@forgefold/spec/instance'
import { Gitlab } from '@gitbeaker/rest'
import { afterEach, beforeEach, expect, it } from 'vitest'

const run = promisify(execFile)

let folder: string
let data: string
let options: ForgefoldOptions
let root: string
/** The position after the first commit; the second one follows. */
let then: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-served-'))
  data = join(folder, 'data')
  const instance = await openTestInstance({ more: { data } })
  root = instance.root
  options = { data, instance: instance.forge.instance, clock: instance.clock }
  const ask = (method: string, path: string, json: unknown) =>
    instance.ask(method, `/api/v4/projects${path}`, { as: root, json })
  const commit = (content: string, action: string) =>
    ask('POST', '/1/repository/commits', {
      branch: 'main',
      commit_message: content,
      actions: [{ action, file_path: 'a.txt', content }],
    })
  await ask('POST', '', { name: 'old', path: 'app' })
  await commit('first', 'create')
  const read = await instance.ask('GET', '/api/v4/projects/1', { as: root })
  then = read.headers.get('forgefold-position') ?? ''
  await commit('second', 'update')
  await ask('PUT', '/1', { name: 'new' })
  await instance.close()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const serving = async <A>(more: Partial<ForgefoldOptions>, work: (url: string, served: Forgefold) => Promise<A>) => {
  const served = await createForgefold({ ...options, ...more })
  const listening = await listenNode(served.handler, '127.0.0.1', 0)
  try {
    return await work(`http://127.0.0.1:${listening.port}`, served)
  } finally {
    await listening.close()
    await served.close()
  }
}

const clone = async (url: string, config: ReadonlyArray<string> = []): Promise<string> => {
  const target = await mkdtemp(join(folder, 'clone-'))
  const from = `${url.replace('//', `//root:${root}@`)}/root/app.git`
  await run('git', [...config.flatMap((one) => ['-c', one]), 'clone', '--quiet', from, target], {
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_GLOBAL: '/dev/null' },
  })
  return readFile(join(target, 'a.txt'), 'utf8')
}

it('is cloned with the refs of then', () =>
  serving({}, async (url) => {
    expect(await clone(url)).toBe('second')
    expect(await clone(url, [`http.extraHeader=Forgefold-As-Of: ${then}`])).toBe('first')
  }))

it('is fetched into a clone that is there already, as it was and as it is', () =>
  serving({}, async (url) => {
    const target = join(folder, 'existing')
    const git = async (...args: ReadonlyArray<string>) =>
      (
        await run('git', ['-C', target, ...args], {
          env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_GLOBAL: '/dev/null' },
        })
      ).stdout
    const asOf = ['-c', `http.extraHeader=Forgefold-As-Of: ${then}`]
    await mkdir(target)
    await git('init', '--quiet')
    await git('remote', 'add', 'origin', `${url.replace('//', `//root:${root}@`)}/root/app.git`)
    await git('fetch', '--quiet', 'origin')
    expect(await git('show', 'origin/main:a.txt')).toBe('second')
    await git(...asOf, 'fetch', '--quiet', 'origin', '+refs/heads/*:refs/past/*')
    expect(await git('show', 'refs/past/main:a.txt')).toBe('first')
    await git(...asOf, 'fetch', '--quiet', 'origin')
    expect(await git('show', 'origin/main:a.txt')).toBe('first')
    await git('fetch', '--quiet', 'origin')
    expect(await git('show', 'origin/main:a.txt')).toBe('second')
    const heads = async (...config: ReadonlyArray<string>) => git(...config, 'ls-remote', '--heads', 'origin')
    expect(await heads(...asOf)).not.toBe(await heads())
  }))

it('serves unchanged clients as it was, and changes nothing', async () => {
  const asOf = { kind: 'position', position: Number.parseInt(then.slice(1), 36) } as NonNullable<
    ForgefoldOptions['asOf']
  >
  await serving({ asOf }, async (url, served) => {
    const before = served.forge.read.position()
    const client = new Gitlab({ host: url, token: root })
    expect(await client.Projects.show(1)).toMatchObject({ name: 'old' })
    const raw = await client.RepositoryFiles.showRaw(1, 'a.txt', 'main')
    expect(typeof raw === 'string' ? raw : await raw.text()).toBe('first')
    await expect(client.Projects.edit(1, { name: 'other' })).rejects.toThrow()
    expect(await clone(url)).toBe('first')
    const ask = askerOf(served)
    expect((await ask('DELETE', '/api/v4/projects/1', { as: root })).status).toBe(405)
    expect((await ask('GET', '/api/v4/projects/1')).status).toBe(401)
    const shown = await ask('GET', '/api/v4/projects/1', { as: root })
    expect(shown.headers.get('forgefold-position')).toBe(then)
    expect(served.forge.read.position()).toBe(before)
  })
  await serving({}, async (url) => {
    expect(await new Gitlab({ host: url, token: root }).Projects.show(1)).toMatchObject({ name: 'new' })
  })
})

it('tells where objects that the history names were pruned on purpose', async () => {
  const BRANCH = '/api/v4/projects/1/repository/branches/gone'
  const moment = await serving({}, async (_, served) => {
    const ask = askerOf(served)
    await ask('POST', '/api/v4/projects/1/repository/commits', {
      as: root,
      json: {
        branch: 'gone',
        start_branch: 'main',
        commit_message: 'x',
        actions: [{ action: 'create', file_path: 'b.txt', content: 'b' }],
      },
    })
    const kept = await ask('GET', BRANCH, { as: root })
    const headers = { 'Forgefold-As-Of': kept.headers.get('forgefold-position') ?? '' }
    await ask('DELETE', BRANCH, { as: root })
    // The housekeeping of the server prunes nothing.
    await served.forge.git.maintain(1, 'gc')
    expect((await ask('GET', BRANCH, { as: root, headers })).text).toBe(kept.text)
    return headers
  })
  const { stdout } = await run('find', [join(data, 'repositories'), '-name', '1.git', '-type', 'd'])
  const inside = (...args: ReadonlyArray<string>) => run('git', ['-C', stdout.trim(), ...args])
  const refs = (await inside('for-each-ref', '--format=%(refname)')).stdout.split('\n')
  for (const ref of refs) if (ref !== '' && !ref.startsWith('refs/heads/')) await inside('update-ref', '-d', ref)
  await inside('repack', '-a', '-d', '-q')
  await inside('prune', '--expire=now')
  await serving({}, async (_, served) => {
    const gone = await askerOf(served)('GET', BRANCH, { as: root, headers: moment })
    expect([gone.status, gone.text]).toEqual([410, expect.stringContaining('pruned')])
  })
})
