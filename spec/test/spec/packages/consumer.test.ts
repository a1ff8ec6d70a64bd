import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Packed, pack, ROOT } from './packed.js'

const RUNNERS = ['vitest', 'jest', 'jest-environment-node', '@playwright/test'] as const

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

const MEGABYTE = 1024 * 1024

const MOST_MEGABYTES = 60

/** What file systems hand out at once. */
const BLOCK = 4096

let home = ''
let installedBytes = 0

/** As `du` counts it: whole blocks, folders included. */
const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    const size = entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : BLOCK
    return sum + Math.ceil(size / BLOCK) * BLOCK
  }, BLOCK)

/** Programs of the workspace that somebody who tests with them has installed already. */
const useOfWorkspace = (...names: ReadonlyArray<string>): void => {
  for (const name of names) {
    mkdirSync(join(home, 'node_modules', name, '..'), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(home, 'node_modules', name))
  }
}

let packed: Packed
beforeAll(async () => {
  packed = await pack()
  home = mkdtempSync(join(tmpdir(), 'forgefold-consumer-'))
  cpSync(join(ROOT, 'spec/consumer'), home, { recursive: true })
  for (const extension of ['ts', 'mts'])
    cpSync(join(ROOT, 'spec/src/examples/lines-event-store.ts'), join(home, `lines-event-store.${extension}`))
  cpSync(join(home, 'types.ts'), join(home, 'types.mts'))
  const compiler = join(ROOT, 'node_modules/.bin/esbuild')
  execFileSync(compiler, ['lines-event-store.ts', '--outfile=lines-event-store.mjs', '--log-level=error'], {
    cwd: home,
  })
  writeFileSync(join(home, 'package.json'), '{ "name": "consumer", "private": true }\n')
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', ...packed.tarballs]
  execFileSync('npm', args, { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] })
  // The binding of SQLite is the one of this machine; where it comes from depends on no registry.
  const binding = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'
  cpSync(join(ROOT, binding), join(home, binding))
  installedBytes = bytesBelow(join(home, 'node_modules'))
  useOfWorkspace('@gitbeaker/rest', 'express', 'fastify', 'hono', ...RUNNERS)
}, 600_000)
afterAll(() => {
  packed.remove()
  rmSync(home, { recursive: true, force: true })
})

const run = (...args: ReadonlyArray<string>): string =>
  execFileSync(process.execPath, args, { cwd: home, env: { ...process.env, NO_COLOR: '1' }, encoding: 'utf8' })

describe('somebody who installs the packages', () => {
  it('needs less than 60 MB of the disk', () => {
    console.info(`the packages and all they need: ${(installedBytes / MEGABYTE).toFixed(1)} MB`)
    expect(installedBytes / MEGABYTE).toBeLessThan(MOST_MEGABYTES)
  })
  it('tests a client of their own in ten lines', () => {
    expect(run('--test', 'client.test.mjs')).toMatch(/pass 1\n/)
  })
  it('compiles what a forge needs once for all processes of tests', () => {
    const bundle = join(home, 'node_modules/@forgefold/server/dist/bundle')
    expect(readdirSync(bundle).filter((file) => /^(?:start|testing).*\.cache$/.test(file))).toHaveLength(2)
  })
  it('takes them from CommonJS', () => {
    expect(run('--test', 'common.test.cjs')).toMatch(/pass 1\n/)
  })
  it('keeps the events of one aggregate in a table of its own', () => {
    expect(run('--test', 'decider.test.mjs')).toMatch(/pass 1\n/)
  })
  it('mounts a forge in web frameworks', () => {
    expect(run('--test', 'mounts.test.mjs')).toMatch(/pass 5\n/)
  })
  it('gets a forge in each test of vitest', () => {
    expect(run('node_modules/vitest/vitest.mjs', 'run', 'fixture.test.mjs')).toMatch(/1 passed/)
  })
  it('gets a forge in each test of Node', () => {
    expect(run('--test', 'node-test.test.mjs')).toMatch(/pass 2\n.*fail 0\n.*\n.*skipped 1\n.*todo 2\n/)
  })
  it('gets a forge in each test of Jest, and needs no flag for it', () => {
    expect(run('node_modules/jest/bin/jest.js', '--json', 'jest.test.cjs')).toMatch(/"numPassedTests":2/)
  })
  it('gets a forge in each test of Playwright', () => {
    expect(run('node_modules/@playwright/test/cli.js', 'test', 'playwright.spec.mjs')).toMatch(/1 passed/)
  })
  it('holds an event store of their own to the laws, in the runner of Node', () => {
    const told = run('--test', 'laws-node.test.mjs')
    expect(told).toMatch(/^# fail 0$/m)
    expect(Number(/^# pass (\d+)$/m.exec(told)?.[1])).toBeGreaterThan(20)
  })
  it('holds the same to the same laws in vitest', () => {
    expect(run('node_modules/vitest/vitest.mjs', 'run', 'laws-vitest.test.mjs')).toMatch(/Tests +\d{2,} passed/)
  })
  it('gives a forge ports of their own', () => {
    expect(run('--test', 'own-store.test.mjs')).toMatch(/pass 2\n/)
  })
  it.each([
    ['strict', []],
    ['loose', ['--strict', 'false', '--exactOptionalPropertyTypes', 'false']],
  ])('has types that check, libraries included, where TypeScript is %s', (_, flags) => {
    expect(run(TSC, '-p', '.', ...flags)).toBe('')
  })
  it.each([
    ['bundlers', ['--module', 'esnext', '--moduleResolution', 'bundler']],
    ['ES modules as Node 16 found them', ['--module', 'node16', '--moduleResolution', 'node16']],
    ['ES modules as Node finds them now', ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
  ])('has types for %s', (_, flags) => {
    const others = ['--target', 'es2022', '--noEmit', '--strict', '--skipLibCheck', 'false']
    expect(run(TSC, '--ignoreConfig', ...flags, ...others, 'types.mts', 'lines-event-store.mts')).toBe('')
  })
  it('is turned away at every other entry point', () => {
    const knock = (specifier: string): string =>
      run(
        '--input-type=module',
        '-e',
        `import('${specifier}').then(() => console.log('open'), (e) => console.log(e.code))`,
      ).trim()
    expect(
      ['@forgefold/core/domains/planning/label', '@forgefold/server/cli', '@forgefold/adapters/workers'].map(knock),
    ).toEqual(Array(3).fill('ERR_PACKAGE_PATH_NOT_EXPORTED'))
  })
  it('is told which package a history on EventStoreDB takes', () => {
    const code = `const { createForgefold } = require('@forgefold/server')
const start = () => createForgefold({ instance: { externalUrl: 'http://forge.test', tier: 'free', release: '15.3' }, eventStore: { connectionString: 'esdb://127.0.0.1:1?tls=false' } }).catch((error) => console.log(error.message))
start().then(start)`
    const told =
      'a history on EventStoreDB takes the package @eventstore/db-client: npm install @eventstore/db-client\n'
    expect(run('-e', code), 'at each attempt').toBe(told.repeat(2))
  })
  it('runs the command as the documents say, through npx', () => {
    const texts = ['README.md', 'server/README.md', 'docs/how-to/test-from-any-language.md']
    const lines = texts.flatMap((text) => readFileSync(join(ROOT, text), 'utf8').match(/npx -p \S+ \w+/g) ?? [])
    expect(lines.length).toBeGreaterThan(2)
    for (const line of new Set(lines)) {
      const [program = '', ...words] = line.split(' ')
      const { stdout, status } = spawnSync(program, ['--offline', ...words, 'version'], { cwd: home, encoding: 'utf8' })
      expect([line, stdout, status]).toEqual([line, expect.stringMatching(/^forgefold \d+\.\d+\.\d+\n$/), 0])
    }
  })
  it('runs the command', () => {
    const { stdout, status } = spawnSync(join(home, 'node_modules/.bin/forgefold'), ['version'], { encoding: 'utf8' })
    expect([stdout, status]).toEqual([expect.stringMatching(/^forgefold \d+\.\d+\.\d+\n$/), 0])
  })
})
