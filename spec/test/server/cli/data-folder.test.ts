import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgefold } from '@forgefold/spec/processes'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const TOKEN = 'glpat-of-the-first-root1'

describe.runIf(programs.need('git'))('the data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-folder-'))
  const data = join(folder, 'data')

  const doctor = (): { readonly status: number | null; readonly stdout: string } =>
    spawnSync(process.execPath, [forgefold, 'doctor', '--data', data], { encoding: 'utf8' })

  beforeAll(async () => {
    const before = process.umask(0o022)
    const child = spawn(process.execPath, [forgefold, 'serve', '--port', '0', '--data', data, '--log-level', 'warn'], {
      env: { PATH: process.env['PATH'], FORGEFOLD_ROOT_TOKEN: TOKEN, FORGEFOLD_ROOT_PASSWORD: 'a-long-password' },
    })
    process.umask(before)
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    await vi.waitUntil(() => /is ready on (\S+)\n/.test(said), { timeout: 60_000 })
    const url = /is ready on (\S+)\n/.exec(said)?.[1]
    const ask = (method: string, path: string, body: string, type: string): Promise<Response> =>
      fetch(`${url}/api/v4${path}`, { method, body, headers: { 'PRIVATE-TOKEN': TOKEN, 'content-type': type } })
    const made = JSON.stringify({ name: 'p', initialize_with_readme: true })
    expect((await ask('POST', '/projects', made, 'application/json')).status).toBe(201)
    const file = '/projects/1/packages/generic/thing/1.0/file.bin'
    expect((await ask('PUT', file, 'bytes', 'application/octet-stream')).status).toBe(201)
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is closed to others, with everything in it', () => {
    expect(lstatSync(data).mode & 0o777).toBe(0o700)
    const open = readdirSync(data, { recursive: true })
      .map(String)
      .filter((name) => (lstatSync(join(data, name)).mode & 0o077) !== 0)
    expect(open).toEqual([])
  })

  it('is looked at by the doctor', () => {
    expect(doctor().stdout).toContain(`ok    ${data} is closed to others`)
    chmodSync(join(data, 'instance.key'), 0o640)
    expect(doctor().stdout).toMatch(/note {2}instance\.key in .* would be open to others/)
    chmodSync(data, 0o755)
    const opened = doctor()
    expect(opened.stdout).toMatch(/bad {3}others on this machine can enter/)
    expect(opened.status).toBe(1)
  })
})
