import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const PACKAGES = ['core', 'adapters', 'server', 'spec/packages/testing']

let home = ''
const modules = (): string => join(home, 'node_modules')

/** What would be published, unpacked beside the other dependencies as they are installed here. */
const install = (folder: string): void => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', home], {
      cwd: join(ROOT, folder),
    }).toString(),
  ) as [{ readonly name: string; readonly filename: string }]
  const target = join(modules(), packed.name)
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', join(home, packed.filename), '-C', target, '--strip-components=1'])
}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'forgefold-consumer-'))
  mkdirSync(modules())
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@forgefold') symlinkSync(join(ROOT, 'node_modules', name), join(modules(), name))
  }
  for (const folder of PACKAGES) install(folder)
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }\n')
}, 120_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const run = (program: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(program, args, { cwd: home, env: { ...process.env, NO_COLOR: '1' } }).toString()

describe('somebody who installs the packages', () => {
  it('tests a client of their own in ten lines', () => {
    writeFileSync(
      join(home, 'client.test.js'),
      `import { startForge } from '@forgefold/testing'
import { Gitlab } from '@gitbeaker/rest'
import assert from 'node:assert/strict'
import { test } from 'node:test'
test('my client finds its issue', async () => {
  const forge = await startForge()
  const api = new Gitlab({ host: forge.url, token: forge.tokens.root })
  const project = await api.Projects.create({ name: 'app' })
  await api.Issues.create(project.id, 'It rains in')
  assert.equal((await api.Issues.all({ projectId: project.id }))[0].title, 'It rains in')
  await forge.close()
})
`,
    )
    expect(run(process.execPath, '--test', 'client.test.js')).toMatch(/pass 1\n/)
  }, 60_000)
  it('gets a forge in each test of vitest', () => {
    writeFileSync(
      join(home, 'fixture.test.js'),
      `import { testWithForge } from '@forgefold/testing/vitest'
import { expect } from 'vitest'
const test = testWithForge({ port: false })
test('root is there', async ({ forge }) => {
  expect((await (await forge.as('root').fetch('/api/v4/user')).json()).username).toBe('root')
})
`,
    )
    expect(run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', 'fixture.test.js')).toMatch(/1 passed/)
  }, 60_000)
  it('is told of the same release everywhere', () => {
    const versions = PACKAGES.map(
      (folder) => (JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { version: string }).version,
    )
    expect(new Set(versions).size).toBe(1)
  })
})
