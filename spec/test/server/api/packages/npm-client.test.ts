import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf, packagesOf, type Served, serve } from './served.js'

describe.runIf(programs.need('npm'))('npm itself', () => {
  let served: Served
  beforeAll(async () => {
    served = await serve()
  })
  afterAll(() => served.close())

  const registry = (): string => `${served.api}/projects/${served.projectId}/packages/npm/`
  const env = (): Record<string, string> => ({
    npm_config_userconfig: join(served.folder, 'none'),
    npm_config_cache: join(served.folder, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '0',
  })

  const folder = async (name: string, manifest: object, token = served.root): Promise<string> => {
    const path = join(served.folder, name)
    await mkdir(path, { recursive: true })
    await writeFile(join(path, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(path, 'index.js'), `module.exports = ${JSON.stringify(name)}\n`)
    const at = registry().replace('http:', '')
    await writeFile(join(path, '.npmrc'), `@acme:registry=${registry()}\n${at}:_authToken=${token}\n`)
    return path
  }
  const npm = async (path: string, ...args: ReadonlyArray<string>) =>
    served.program('npm', args, { in: path, env: env() })

  const widget = (version: string, more: object = {}) => ({ name: '@acme/widget', version, main: 'index.js', ...more })

  test('publishes versions, and none a second time', async () => {
    const one = await folder('one', widget('1.0.0', { description: 'first' }))
    expect(await npm(one, 'publish')).toMatchObject({ ok: true })
    expect((await npm(one, 'publish')).ok).toBe(false)
    expect(await npm(await folder('two', widget('1.1.0')), 'publish')).toMatchObject({ ok: true })
    const beta = await folder('beta', widget('2.0.0-beta.1'))
    expect(await npm(beta, 'publish', '--tag', 'beta')).toMatchObject({ ok: true })
    expect((await npm(await folder('bad', widget('3.0.0'), 'wrong'), 'publish')).ok).toBe(false)
    const listed = await packagesOf(served, 'package_type=npm')
    expect(listed.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0', '2.0.0-beta.1'])
  })

  test('reads tags and moves them', async () => {
    const path = join(served.folder, 'one')
    const tags = await npm(path, 'dist-tag', 'ls', '@acme/widget')
    expect(tags.output.trim().split('\n').sort()).toEqual(['beta: 2.0.0-beta.1', 'latest: 1.1.0'])
    expect(await npm(path, 'dist-tag', 'add', '@acme/widget@1.0.0', 'stable')).toMatchObject({ ok: true })
    expect((await npm(path, 'view', '@acme/widget', 'dist-tags.stable')).output.trim()).toBe('1.0.0')
    expect(await npm(path, 'dist-tag', 'rm', '@acme/widget', 'stable')).toMatchObject({ ok: true })
    expect((await npm(path, 'view', '@acme/widget', 'dist-tags', '--json')).output).not.toContain('stable')
  })

  test('installs what it published, with its integrity', async () => {
    const consumer = await folder('consumer', { name: 'consumer', version: '1.0.0', private: true })
    expect(await npm(consumer, 'install', '@acme/widget')).toMatchObject({ ok: true })
    expect(await readFile(join(consumer, 'node_modules/@acme/widget/index.js'), 'utf8')).toContain('"two"')
    const lock = JSON.parse(await readFile(join(consumer, 'package-lock.json'), 'utf8'))
    expect(lock.packages['node_modules/@acme/widget'].integrity).toMatch(/^sha512-/)
    await rm(join(consumer, 'node_modules'), { recursive: true })
    expect(await npm(consumer, 'cache', 'clean', '--force')).toMatchObject({ ok: true })
    expect(await npm(consumer, 'ci')).toMatchObject({ ok: true })
  })

  test.each(['packages/npm/', 'groups/acme/-/packages/npm/'])('installs from %s', async (place) => {
    const url = `${served.api}/${place}`
    const consumer = await folder(`from-${place.split('/')[0]}`, { name: 'wide', version: '1.0.0', private: true })
    const rc = `@acme:registry=${url}\n${url.replace('http:', '')}:_authToken=${served.root}\n`
    await writeFile(join(consumer, '.npmrc'), rc)
    expect(await npm(consumer, 'install', '@acme/widget@1.1.0')).toMatchObject({ ok: true })
    expect(await readFile(join(consumer, 'node_modules/@acme/widget/index.js'), 'utf8')).toContain('"two"')
  })

  test('deprecates a version', async () => {
    const path = join(served.folder, 'one')
    expect(await npm(path, 'deprecate', '@acme/widget@1.0.0', 'too old')).toMatchObject({ ok: true })
    expect((await npm(path, 'view', '@acme/widget@1.0.0', 'deprecated')).output.trim()).toBe('too old')
    expect((await npm(path, 'view', '@acme/widget@1.1.0', 'deprecated')).output.trim()).toBe('')
  })

  test('a version whose file was deleted is no longer installed', async () => {
    const old = (await packagesOf(served)).find((one) => one.version === '1.0.0')
    const [file] = await filesOf(served, old?.id ?? 0)
    const path = `/projects/${served.projectId}/packages/${old?.id}/package_files/${file?.id}`
    expect((await served.ask('DELETE', path)).status).toBe(204)
    const consumer = await folder('late', { name: 'late', version: '1.0.0', private: true })
    expect((await npm(consumer, 'install', '@acme/widget@1.0.0', '--prefer-online')).ok).toBe(false)
    expect(await npm(consumer, 'install', '@acme/widget@1.1.0', '--prefer-online')).toMatchObject({ ok: true })
  })

  test('unpublishes one version and keeps the others', async () => {
    const path = join(served.folder, 'one')
    expect(await npm(path, 'unpublish', '@acme/widget@1.1.0', '--force')).toMatchObject({ ok: true })
    const left = await npm(path, 'view', '@acme/widget', 'versions', '--json', '--prefer-online')
    expect([JSON.parse(left.output)].flat()).toEqual(['2.0.0-beta.1'])
    expect(await npm(await folder('again', widget('1.1.0')), 'publish')).toMatchObject({ ok: true })
  })
})
