import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgefold } from '@forgefold/spec/processes'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const TOKEN = 'glpat-of-the-first-root1'

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

let folder: string
const started: Array<ChildProcess> = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-cli-'))
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const start = (args: ReadonlyArray<string>, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [forgefold, ...args], { env: { PATH: process.env['PATH'], ...env } })
  started.push(child)
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, out, err }))
  const ready = async (): Promise<string> => {
    await vi.waitUntil(() => /is ready on http:\/\/\S+\n/.test(out), { timeout: 60_000 })
    return /is ready on (http:\/\/\S+)\n/.exec(out)?.[1] as string
  }
  return { child, ended, ready, text: () => out }
}

const run = (args: ReadonlyArray<string>, env: Record<string, string> = {}): Promise<Ended> => start(args, env).ended

describe('forgefold serve', () => {
  it.each(['uws', 'node'])(
    'over %s: tells its address once, serves, drains on SIGTERM and exits 0',
    async (transport) => {
      const data = join(folder, transport)
      const first = start(['serve', '--port', '0', '--data', data, '--transport', transport, '--log-level', 'warn'], {
        FORGEFOLD_ROOT_TOKEN: TOKEN,
        FORGEFOLD_ROOT_PASSWORD: 'a-long-password',
      })
      const base = await first.ready()
      expect(first.text().trim().split('\n')).toHaveLength(1)
      const user = await fetch(`${base}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': TOKEN } })
      expect(await user.json()).toMatchObject({ id: 1, username: 'root', is_admin: true })
      first.child.kill('SIGTERM')
      expect(await first.ended).toMatchObject({ code: 0, err: '' })

      const second = start(['serve'], {
        FORGEFOLD_PORT: '0',
        FORGEFOLD_DATA: data,
        FORGEFOLD_LOG_LEVEL: 'warn',
        FORGEFOLD_TRANSPORT: transport,
      })
      expect((await fetch(`${await second.ready()}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': TOKEN } })).status).toBe(
        200,
      )
      second.child.kill('SIGINT')
      expect((await second.ended).code).toBe(0)
    },
  )

  it('makes the first administrator and shows once how to sign in', async () => {
    const data = join(folder, 'made')
    const args = ['serve', '--port', '0', '--data', data, '--log-level', 'silent']
    const first = start(args)
    const base = await first.ready()
    const token = /first token (\S+)/.exec(first.text())?.[1] as string
    expect(first.text()).toMatch(/as root with the password \S+/)
    expect((await fetch(`${base}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': token } })).status).toBe(200)
    first.child.kill('SIGTERM')
    await first.ended
    const second = start(args)
    await second.ready()
    expect(second.text()).not.toContain('password')
    second.child.kill('SIGTERM')
    await second.ended
  })

  it('logs neither tokens nor paths', async () => {
    const server = start(['serve', '--port', '0', '--event-store', 'memory'], { FORGEFOLD_ROOT_TOKEN: TOKEN })
    const base = await server.ready()
    await fetch(`${base}/api/v4/projects/secret%2Fname?private_token=${TOKEN}`)
    await fetch(`${base}/api/v4/user`, { headers: { Authorization: `Bearer ${TOKEN}` } })
    server.child.kill('SIGTERM')
    const { code, err } = await server.ended
    expect(code).toBe(0)
    expect(err).toContain('"route":"/api/v4/projects/:id"')
    expect(err).not.toContain(TOKEN)
    expect(err).not.toContain('secret')
  })

  it('says that its port is taken and leaves', async () => {
    const other = createServer()
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address() as { readonly port: number }
    const ended = await run(['serve', '--event-store', 'memory', '--port', String(address.port)])
    other.close()
    expect(ended.code).toBe(1)
    expect(ended.err).toContain('EADDRINUSE')
  })

  it.each([
    [['serve', '--port', 'x'], '--port takes a number'],
    [['serve', '--port', '70000'], '--port takes a number'],
    [['serve', '--tier', 'gold'], '--tier takes free, premium, ultimate; got gold'],
    [['serve', '--api-release', '17.0'], '--api-release takes 14.0 to 16.0; got 17.0'],
    [['serve', '--transport', 'x'], '--transport takes uws, node'],
    [['serve', '--event-store', 'x'], '--event-store takes sqlite, memory or esdb://'],
    [['serve', '--trusted-proxies', '10.0.0.0/33'], '--trusted-proxies takes addresses and networks'],
    [['serve', '--external-url', 'ftp://x'], '--external-url takes an http or https address'],
    [['serve', '--nothing'], 'there is no option --nothing; there are --port,'],
    [['version', '-x'], 'there is no option -x; there are --help'],
    [['nothing'], 'there is no command nothing'],
    [['history', 'user'], 'history takes a kind and an id'],
    [['audit', 'user', '1'], 'audit takes a deployment'],
    [['releases', '15.3'], 'releases takes diff and two releases'],
    [['releases', 'diff', '15.3', '99'], 'there is no API release 99'],
    [['rebuild', '--data', 'nowhere'], 'there is no event log at'],
  ])('does not understand %s', async (args, message) => {
    const ended = await run(args)
    expect(ended.code).toBe(2)
    expect(ended.err).toContain(message)
    expect(ended.err).toMatch(/^forgefold: /)
    expect(ended.out).toBe('')
  })
})

describe('the other commands', () => {
  let data: string
  beforeAll(async () => {
    data = join(folder, 'others')
    const server = start(['serve', '--port', '0', '--data', data, '--log-level', 'silent'], {
      FORGEFOLD_ROOT_TOKEN: TOKEN,
    })
    await server.ready()
    server.child.kill('SIGTERM')
    await server.ended
  })

  it('history prints the events of one thing, readable or as JSON', async () => {
    const readable = await run(['history', 'user', '1', '--data', data])
    expect([readable.code, readable.err]).toEqual([0, ''])
    expect(readable.out).toMatch(/^#0 {2}\S+Z {2}UserRegistered {2}by system:first_start\n {4}\{/)
    const lines = (await run(['history', 'personal-access-token', '1', '--json', '--data', data])).out
      .trim()
      .split('\n')
    expect(JSON.parse(lines[0] as string)).toMatchObject({ stream: 'personal_access_token-1', revision: 0 })
    expect(lines.join()).not.toContain(TOKEN)
    const missing = await run(['history', 'user', '99', '--data', data])
    expect([missing.code, missing.err]).toEqual([1, 'nothing has happened to user-99\n'])
    const unknown = await run(['audit', 'deployment', '99', '--data', data])
    expect([unknown.code, unknown.err]).toEqual([1, 'the history has no deployment 99\n'])
  })

  it('rebuild makes the read model anew', async () => {
    const rebuilt = await run(['rebuild', '--data', data])
    expect([rebuilt.code, rebuilt.err]).toEqual([0, ''])
    expect(rebuilt.out).toMatch(/made anew: up to position \d+ in/)
    const server = start(['serve', '--port', '0', '--data', data, '--log-level', 'silent'])
    expect((await fetch(`${await server.ready()}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': TOKEN } })).status).toBe(
      200,
    )
    server.child.kill('SIGTERM')
    await server.ended
  })

  it('doctor looks at everything the server needs', async () => {
    const healthy = await run(['doctor', '--data', data])
    expect(healthy.code).toBe(0)
    expect(healthy.out).toMatch(/ok {4}Node v/)
    expect(healthy.out).toMatch(/ok {4}git version/)
    expect(healthy.out).toMatch(/ok {4}the history reads, up to position \d+/)
    expect(healthy.out).toMatch(
      /note {2}\d+ settings have no effect here\n {8}there is no sign-in through another service/,
    )
    expect(healthy.out).toMatch(/note {2}2 plan limits have no effect here\n {8}.*: ci_project_subscriptions\n/)
    expect(healthy.out).toMatch(/^ {8}abuse is not reported here: abuse_notification_email$/m)
    const noGit = await run(['doctor', '--data', data], { PATH: folder })
    expect(noGit.code).toBe(1)
    expect(noGit.out).toContain('bad   git 2.38 or newer is needed; there is none on the PATH')
  })

  it('help and version tell', async () => {
    expect((await run(['version'])).out).toMatch(/^forgefold \d+\.\d+\.\d+\n$/)
    const all = await run(['help'])
    for (const name of ['serve', 'doctor', 'rebuild', 'history', 'audit', 'releases']) expect(all.out).toContain(name)
    expect(all.out.split('\n').filter((line) => line.length > 100)).toEqual([])
    expect((await run(['serve', '--help'])).out).toContain('FORGEFOLD_EXTERNAL_URL')
    const verify = (await run(['audit', 'verify', '--help'])).out
    expect(verify).toMatch(/^forgefold audit verify\n/)
    expect(verify).toContain('--against')
    expect(verify).not.toMatch(/--set|--format|timeline/)
    expect((await run(['audit', '--help'])).out).toMatch(/^ +timeline THING +what happened to a thing/m)
    expect((await run(['reactors', 'retry', '--help'])).out).toMatch(/^forgefold reactors/)
  })
})
