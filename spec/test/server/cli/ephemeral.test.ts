import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { forgefold } from '@forgefold/spec/processes'
import { expect, it } from 'vitest'

interface Ready {
  readonly url: string
  readonly tokens: Readonly<Record<string, string>>
}

/** The first line that a process says. */
const firstLine = async (
  args: ReadonlyArray<string>,
): Promise<{ readonly line: string; readonly end: () => Promise<number | null> }> => {
  const child = spawn(process.execPath, [forgefold, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const end = async (): Promise<number | null> => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    return (await ended)[0] as number | null
  }
  return { line, end }
}

it('a server for tests says in one line where it is, obeys the test, and ends when told', async () => {
  const { line, end } = await firstLine(['serve', '--ephemeral', '--json', '--demo'])
  const { url, tokens } = JSON.parse(line) as Ready
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/-/testing/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const project = `${url}/api/v4/projects/harbour%2Ftimetable`
  const headers = { 'private-token': tokens['jane'] ?? '' }
  expect(await (await fetch(project, { headers })).json()).toMatchObject({ web_url: `${url}/harbour/timetable` })
  await control('POST', 'faults', { pattern: 'GET /projects/:id', status: 429 })
  expect((await fetch(project, { headers })).status).toBe(429)
  expect(await (await control('GET', 'requests')).json()).toMatchObject([{ status: 200 }, { status: 429 }])
  const added = (await (await control('POST', 'users', { username: 'ann' })).json()) as { token: string }
  await control('PUT', 'clock', { now: '2025-01-01T00:00:00Z' })
  expect(await (await control('GET', 'clock')).json()).toEqual({ now: '2025-01-01T00:00:00.000Z' })
  const labels = async () => (await fetch(`${project}/labels`, { headers })).json()
  expect((await control('POST', 'faults', { pattern: 'GET /projects/:id/labels', stale: true })).status).toBe(200)
  const before = await labels()
  const label = new URLSearchParams({ name: 'new', color: '#112233' })
  expect((await fetch(`${project}/labels`, { method: 'POST', headers, body: label })).status).toBe(201)
  expect(await labels()).toEqual(before)
  await control('DELETE', 'faults')
  expect(await labels()).not.toEqual(before)
  expect((await control('POST', 'settled')).status).toBe(200)
  await control('POST', 'reset')
  expect((await fetch(`${url}/api/v4/user`, { headers: { 'private-token': added.token } })).status).toBe(401)
  expect(await (await control('GET', 'tokens')).json()).toEqual(tokens)
  const version = { pattern: 'GET /version' }
  const meaningless = [
    { status: 9999 },
    { latency: -1 },
    { wat: 1, status: 500 },
    { stale: true, status: 500 },
    { stale: false },
  ]
  for (const fault of [{ status: 500 }, version, ...meaningless.map((one) => ({ ...version, ...one }))])
    expect([fault, (await control('POST', 'faults', fault)).status]).toEqual([fault, 400])
  await control('POST', 'users', { username: 'bea' })
  expect(await (await control('POST', 'users', { username: 'bea' })).json()).toEqual({
    error: 'the user bea was refused: Username has already been taken',
  })
  expect((await control('GET', 'nothing')).status).toBe(404)
  expect(await end()).toBe(0)
})

const COMMAND = [process.execPath, forgefold, 'serve', '--ephemeral', '--json']

it.each([
  ['its parent', COMMAND],
  ['the program that ran npx', ['npm', 'exec', '--call', COMMAND.map((word) => `'${word}'`).join(' ')]],
])('a server for tests ends with %s', async (_, [program, ...args]) => {
  // The parent starts the server, hands its line on, and leaves.
  const script = `
    const child = require('node:child_process').spawn(${JSON.stringify(program)}, ${JSON.stringify(args)}, { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.once('data', (line) => process.stdout.write(line, () => process.exit(0)))`
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
  const { url } = JSON.parse(line) as Ready
  await expect
    .poll(() =>
      fetch(`${url}/api/v4/version`).then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone')
})

it('its flags mean nothing without it', async () => {
  const child = spawn(process.execPath, [forgefold, 'serve', '--demo'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [said] = (await once(createInterface(child.stderr), 'line')) as [string]
  expect(said).toContain('--demo goes with --ephemeral')
})
