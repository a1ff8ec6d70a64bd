import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '@forgefold/server/cli'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const VERIFIER = fileURLToPath(import.meta.resolve('@forgefold/server')).replace(/index\.js$/, 'forgefold-verify.js')

let folder: string
let world: TestInstance
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgefold-export-'))
  world = await openTestInstance({ more: { data: join(folder, 'data') } })
  for (const name of ['one', 'two', 'three'])
    await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: `${name} é` } })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const audit = async (...args: ReadonlyArray<string>) => {
  const out: Array<string> = []
  const told: Array<string> = []
  const code = await runCommandLine(['audit', ...args, '--data', join(folder, 'data')], {
    environment: {},
    say: (line) => out.push(`${line}\n`),
    tell: (line) => told.push(line),
    progress: () => undefined,
    asked: new Promise(() => undefined),
  })
  return { code, out: out.join(''), told: told.join('\n') }
}

describe.each([
  ['the whole history', []],
  ['a part of it, with its proofs', ['--type', 'ProjectCreated']],
] as const)('an interrupted export of %s', (_, narrowed) => {
  it('ends, once it is resumed, with the bytes of one that was not, whatever has happened since', async () => {
    const whole = Buffer.from((await audit('export', ...narrowed)).out)
    const file = join(folder, 'export.ndjson')
    const lines = whole.toString().split('\n')
    const first = Buffer.byteLength(`${lines[0]}\n`)
    const second = first + Buffer.byteLength(`${lines[1]}\n`)
    await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: `later ${narrowed.length}` } })
    for (const cut of [first, first + 1, second - 1, second, whole.length - 5, whole.length - 1, whole.length]) {
      writeFileSync(file, whole.subarray(0, cut))
      expect([cut, (await audit('export', ...narrowed, '--resume', file)).code]).toEqual([cut, 0])
      expect([cut, readFileSync(file).equals(whole)]).toEqual([cut, true])
    }
    execFileSync(process.execPath, [VERIFIER, file], { stdio: 'ignore' })
  })
})

it('an export of which nothing was written yet is begun, one of something else is refused and left as it is', async () => {
  const file = join(folder, 'other.ndjson')
  expect((await audit('export', '--resume', file)).code).toBe(0)
  const whole = readFileSync(file, 'utf8')
  expect(whole).toBe((await audit('export')).out)
  expect((await audit('export', '--format', 'csv', '--resume', file)).code).toBe(2)
  const narrowed = await audit('export', '--type', 'ProjectCreated', '--resume', file)
  expect([narrowed.code, narrowed.told]).toEqual([1, expect.stringContaining('no export of this history')])
  writeFileSync(file, `a text\nof something else`)
  expect((await audit('export', '--resume', file)).code).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe(`a text\nof something else`)
})
