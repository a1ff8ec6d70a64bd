import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf, packagesOf, type Served, serve } from './served.js'

const MANIFEST = { name: 'acme/kit', description: 'A kit', type: 'library', autoload: { files: ['kit.php'] } }

describe.runIf(programs.need('composer', 'git'))('Composer itself', () => {
  let served: Served
  const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const at = (): string => `/projects/${served.projectId}`

  const commit = async (files: Readonly<Record<string, string>>, action: 'create' | 'update'): Promise<void> => {
    const actions = Object.entries(files).map(([file_path, content]) => ({ action, file_path, content }))
    const body = { branch: 'main', commit_message: action, actions }
    expect((await served.ask('POST', `${at()}/repository/commits`, json(body))).status).toBe(201)
  }
  const publish = async (from: object) => {
    const answered = await served.ask('POST', `${at()}/packages/composer`, json(from))
    return { status: answered.status, body: (await answered.json()) as { message: unknown } }
  }
  beforeAll(async () => {
    served = await serve()
    await commit({ 'composer.json': JSON.stringify(MANIFEST), 'kit.php': "<?php const KIT = 'one';\n" }, 'create')
    await served.ask('POST', `${at()}/repository/tags`, json({ tag_name: 'v1.0.0', ref: 'main' }))
    await commit({ 'kit.php': "<?php const KIT = 'two';\n" }, 'update')
  })
  afterAll(() => served.close())

  test('versions are made of tags and branches', async () => {
    expect(await publish({ tag: 'v1.0.0' })).toMatchObject({ status: 201, body: { message: '201 Created' } })
    expect(await publish({ branch: 'main' })).toMatchObject({ status: 201 })
    expect(await publish({ tag: 'v1.0.0' })).toMatchObject({ status: 201 })
    expect(await publish({ tag: 'nowhere' })).toMatchObject({ status: 404, body: { message: '404 Tag Not Found' } })
    expect(await publish({ branch: 'nowhere' })).toMatchObject({ status: 404 })
    expect(await publish({})).toMatchObject({ status: 400 })
    const listed = await packagesOf(served, 'package_type=composer')
    expect(listed.map(({ name, version }) => [name, version])).toEqual([
      ['acme/kit', '1.0.0'],
      ['acme/kit', 'dev-main'],
    ])
    for (const { id } of listed) expect(await filesOf(served, id)).toHaveLength(1)
  })

  const consumer = async (name: string, constraint: string, token: string) => {
    const folder = join(served.folder, name)
    await mkdir(folder)
    const url = `${served.api}/group/${served.group}/-/packages/composer/packages.json`
    const manifest = {
      name: 'acme/consumer',
      repositories: [{ type: 'composer', url }, { packagist: false }],
      require: { 'acme/kit': constraint },
      config: { 'secure-http': false, 'preferred-install': 'dist' },
    }
    await writeFile(join(folder, 'composer.json'), JSON.stringify(manifest))
    const login = { 'http-basic': { [`127.0.0.1:${served.port}`]: { username: 'root', password: token } } }
    await writeFile(join(folder, 'auth.json'), JSON.stringify(login))
    const env = { COMPOSER_HOME: join(served.folder, `${name}-home`), COMPOSER_ALLOW_SUPERUSER: '1' }
    const ran = await served.program('composer', ['install', '--no-interaction', '--no-progress'], { in: folder, env })
    const file = join(folder, 'vendor/acme/kit/kit.php')
    return { ran, kit: ran.ok ? await readFile(file, 'utf8') : undefined }
  }

  test('they are installed as they were', async () => {
    expect(await consumer('stable', '^1.0', served.root)).toMatchObject({
      ran: { ok: true },
      kit: expect.stringContaining('one'),
    })
    expect(await consumer('dev', 'dev-main', served.root)).toMatchObject({
      ran: { ok: true },
      kit: expect.stringContaining('two'),
    })
  })

  test('nobody installs them without a token, or a version that is not there', async () => {
    expect((await consumer('stranger', '^1.0', 'wrong')).ran.ok).toBe(false)
    expect((await consumer('late', '^2.0', served.root)).ran.ok).toBe(false)
  })

  test('a repository without a manifest makes no package', async () => {
    const gone = { branch: 'main', commit_message: 'gone', actions: [{ action: 'delete', file_path: 'composer.json' }] }
    expect((await served.ask('POST', `${at()}/repository/commits`, json(gone))).status).toBe(201)
    const refused = await publish({ branch: 'main' })
    expect(refused).toMatchObject({ status: 422, body: { message: 'The file composer.json was not found' } })
  })
})
