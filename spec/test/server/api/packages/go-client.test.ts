import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Served, serve } from './served.js'

/** Of a public project: the go command sends no credentials without TLS. */
const MODULE = '127.0.0.1/root/lib'

describe.runIf(programs.need('go', 'git'))('Go itself', () => {
  let served: Served
  const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  let project: number
  const at = (): string => `/projects/${project}`
  const proxy = (): string => `${at()}/packages/go/${MODULE}/@v`

  const tagged = async (tag: string, module: string, said: string): Promise<void> => {
    const action = tag === 'v1.0.0' ? 'create' : 'update'
    const files = { 'go.mod': `module ${module}\n\ngo 1.19\n`, 'lib.go': `package lib\n\nconst Said = "${said}"\n` }
    const actions = Object.entries(files).map(([file_path, content]) => ({ action, file_path, content }))
    const commit = { branch: 'main', commit_message: tag, actions }
    expect((await served.ask('POST', `${at()}/repository/commits`, json(commit))).status).toBe(201)
    const made = await served.ask('POST', `${at()}/repository/tags`, json({ tag_name: tag, ref: 'main' }))
    expect(made.status).toBe(201)
  }
  beforeAll(async () => {
    served = await serve()
    const made = await served.ask('POST', '/projects', json({ name: 'lib', path: 'lib', visibility: 'public' }))
    project = ((await made.json()) as { id: number }).id
    await tagged('v1.0.0', MODULE, 'first')
    await tagged('v1.10.0', MODULE, 'second')
    await tagged('v2.0.0', `${MODULE}/v2`, 'third')
    await tagged('nightly', MODULE, 'unsaid')
  })
  afterAll(() => served.close())

  const run = async (name: string, query: string, path: string, of = project) => {
    const folder = join(served.folder, name)
    await mkdir(folder)
    await writeFile(join(folder, 'go.mod'), 'module example.test/consumer\n\ngo 1.19\n')
    const env = {
      GOPROXY: `${served.api}/projects/${of}/packages/go`,
      GOSUMDB: 'off',
      GOFLAGS: '-modcacherw',
      GOTOOLCHAIN: 'local',
      GOPATH: join(served.folder, `${name}-gopath`),
      GOCACHE: join(served.folder, 'gocache'),
      GO111MODULE: 'on',
    }
    const got = await served.program('go', ['get', `${path}@${query}`], { in: folder, env })
    if (!got.ok) return { ...got, said: undefined }
    const found = await served.program('go', ['list', '-m', '-f', '{{.Dir}}', path], { in: folder, env })
    const said = /"(.+)"/.exec(await readFile(join(found.output.trim(), 'lib.go'), 'utf8'))?.[1]
    return { ...found, said }
  }

  test('gets the newest version of a major one, and a named one', async () => {
    const newest = await run('newest', 'latest', MODULE)
    expect(newest, newest.remarks).toMatchObject({ ok: true, said: 'second' })
    expect(await run('named', 'v1.0.0', MODULE)).toMatchObject({ ok: true, said: 'first' })
    expect(await run('major', 'latest', `${MODULE}/v2`)).toMatchObject({ ok: true, said: 'third' })
  })

  test('gets nothing of a hidden project, and no version that is not there', async () => {
    expect((await run('stranger', 'v1.10.0', MODULE, served.projectId)).ok).toBe(false)
    expect((await run('late', 'v1.11.0', MODULE)).ok).toBe(false)
  })

  test('lists versions of the module alone, in their order', async () => {
    expect(await (await served.ask('GET', `${proxy()}/list`)).text()).toBe('v1.0.0\nv1.10.0\n')
    const info = (await (await served.ask('GET', `${proxy()}/v1.0.0.info`)).json()) as { Version: string; Time: string }
    expect(info.Version).toBe('v1.0.0')
    expect(Number.isNaN(Date.parse(info.Time))).toBe(false)
    expect(await (await served.ask('GET', `${proxy()}/v1.0.0.mod`)).text()).toContain(`module ${MODULE}`)
    for (const path of ['v2.0.0.info', 'nightly.info', 'v1.0.0.constructor', 'v1.0.0'])
      expect((await served.ask('GET', `${proxy()}/${path}`)).status, path).toBe(404)
    const other = `${at()}/packages/go/127.0.0.1/root/other/@v/list`
    expect((await served.ask('GET', other)).status).toBe(404)
  })
})
