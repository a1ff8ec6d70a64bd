import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgefold } from '@forgefold/spec/processes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
const running: Array<ChildProcess> = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-in-use-'))
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

/** Resolves when the command is ready to serve, or with what it said when it ended. */
const run = (...args: ReadonlyArray<string>) =>
  new Promise<{ readonly code: number | null | 'ready'; readonly told: string; readonly child: ChildProcess }>(
    (resolve) => {
      const child = spawn(process.execPath, [forgefold, ...args], { env: { PATH: process.env['PATH'] } })
      running.push(child)
      let told = ''
      child.stderr.on('data', (chunk) => {
        told += chunk
      })
      child.stdout.on('data', (chunk) => {
        if (String(chunk).includes('is ready on')) resolve({ code: 'ready', told, child })
      })
      child.on('close', (code) => resolve({ code, told, child }))
    },
  )
const serve = (...place: ReadonlyArray<string>) => run('serve', '--port', '0', '--log-level', 'silent', ...place)

describe('folders that another process uses', () => {
  const data = () => join(folder, 'data')
  const local = (name: string) => join(folder, name)

  it('are refused with advice: the same --local twice, with and without it, and neither', async () => {
    expect((await serve('--data', data(), '--local', local('a'))).code).toBe('ready')
    // Each waits for a while whether the folder comes free.
    const [same, alone, rebuild] = await Promise.all([
      serve('--data', data(), '--local', local('a')),
      serve('--data', data()),
      run('rebuild', '--data', data(), '--local', local('a')),
    ])
    expect(same).toMatchObject({ code: 1 })
    expect(same.told).toContain(
      `${local('a')} is used by another process: each server needs a --local folder of its own`,
    )
    expect(alone).toMatchObject({ code: 1 })
    expect(alone.told).toContain('start every server with a --local folder of its own')
    expect(rebuild.told).toContain('is used by another process')
    expect((await serve('--data', data(), '--local', local('b'))).code).toBe('ready')
  })

  it('are refused to a server with --local while one runs without, and free when that was killed', async () => {
    const alone = await serve('--data', data())
    expect(alone.code).toBe('ready')
    const second = await serve('--data', data(), '--local', local('a'))
    expect(second).toMatchObject({ code: 1 })
    expect(second.told).toContain('it runs there without --local')
    alone.child.kill('SIGKILL')
    await once(alone.child, 'exit')
    expect((await serve('--data', data(), '--local', local('a'))).code).toBe('ready')
  })
})
