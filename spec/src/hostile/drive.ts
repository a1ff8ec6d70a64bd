import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Instance, Tier } from '@forgefold/core/app'
import { declaredAnswers } from '../conformance/index.js'
import { type Random, randomFrom } from '../laws/random.js'
import { ROOT_TOKEN, type ServerProcess, startServer } from '../storm/servers.js'
import { FIRST_THINGS } from './first-things.js'
import { type Operation, operationsOf } from './operations.js'
import { type HostileRequest, hostileRequest } from './requests.js'

export interface HostileDrive {
  readonly transport: 'uws' | 'node'
  readonly requests: number
  readonly seed: number
  /** The release and the tier that are served; default 15.3 and ultimate. */
  readonly release?: string
  readonly tier?: Tier
  /** Requests at a time; default 8. */
  readonly lanes?: number
  /** Ends it before its time. */
  readonly milliseconds?: number
}

export interface HostileReport {
  /** Answers by status; 0: the connection ended without one. */
  readonly statuses: ReadonlyMap<number, number>
  /** What must not be: a failure of the server, an answer without the documented shape, no answer, a process that ended. */
  readonly faults: ReadonlyArray<string>
  /** How often the world was made anew, because a request that was allowed took away what the others need. */
  readonly worlds: number
  readonly seconds: number
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly retryAfter: string | undefined
  readonly text: string
}

const TIMEOUT_MS = 60_000
/** The consistency of the instance is checked each time after this many requests. */
const ROUND = 500
/** A world serves so many rounds: requests that are allowed take away one thing after the other. */
const ROUNDS = 5

const send = (base: string, agent: Agent, { method, path, headers, body }: HostileRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      new URL(base),
      {
        agent,
        method,
        path,
        timeout: TIMEOUT_MS,
        // Links to other pages repeat what was asked.
        maxHeaderSize: 1024 * 1024,
        headers: {
          ...Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name, value as string | Array<string>]),
          ),
          ...(body.length > 0 ? { 'content-length': String(body.length) } : {}),
        },
      },
      (answer: IncomingMessage) => {
        const chunks: Array<Buffer> = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            retryAfter: answer.headers['retry-after'],
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end(body)
  })

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An instance with the options of the driven server. */
const servedBy = ({ tier = 'ultimate', release = '15.3' }: HostileDrive): Instance => ({
  externalUrl: 'http://forge.test',
  tier,
  release,
})

/** How an answer differs from what its route declares; undefined where it does not. */
const differenceOf = (
  served: Instance,
  { method, path }: HostileRequest,
  { status, type, text }: Answer,
): string | undefined => {
  const answer = { status, type: type === '' ? undefined : type, json: type.includes('json') ? json(text) : undefined }
  const [first] = declaredAnswers(served).findings(method, path.split('?')[0] ?? '', answer)
  return first
}

/** What is wrong with an answer; undefined where nothing is. */
const faultOf = (
  { method }: HostileRequest,
  { status, type, retryAfter, text }: Answer,
  { refusals }: Operation,
): string | undefined => {
  if (status === 503 && retryAfter !== undefined) return undefined
  if (status >= 500 && status !== 501) return `${status} ${text.slice(0, 300)}`
  if (status < 400 || method === 'HEAD' || text === '' || !type.includes('json')) return undefined
  const body = json(text)
  const isObject = typeof body === 'object' && body !== null
  if (isObject && refusals[status]?.every((field) => field in body) === true) return undefined
  if (!isObject || !('message' in body || 'error' in body))
    return `${status} without the documented shape: ${text.slice(0, 300)}`
  return undefined
}

/**
 * Methods on which a connection is closed: the native binding answers none that it does not know (docs/how-to/run-the-server.md#at-the-edge),
 * and Node.js one that it cannot parse, whose answer may be lost where a body follows it.
 */
const CLOSED_ON: Readonly<Record<HostileDrive['transport'], ReadonlySet<string>>> = {
  uws: new Set(['FOO', 'LOCK', 'PROPFIND']),
  node: new Set(['FOO']),
}

const silenceOf = (
  transport: HostileDrive['transport'],
  { method }: HostileRequest,
  { message }: Error,
): string | undefined => (CLOSED_ON[transport].has(method) ? undefined : message)

const shown = ({ method, path, headers, body }: HostileRequest): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${Buffer.from(body).toString('latin1').slice(0, 300)}`

interface World {
  readonly server: ServerProcess
  readonly operations: ReadonlyArray<Operation>
  readonly tokens: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const openWorld = async (transport: HostileDrive['transport'], { tier, release }: Instance): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-hostile-'))
  const flags = ['--transport', transport, '--tier', tier, '--api-release', release]
  const server = await startServer(folder, 'local', 0, 'sqlite', flags)
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${server.base}/api/v4${path}`, {
      method,
      headers: { 'private-token': ROOT_TOKEN, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return json(await answer.text())
  }
  for (const { method, path, json: wanted } of FIRST_THINGS) await ask(method, path, wanted)
  const person = async (id: number, name: string): Promise<ReadonlyArray<string>> => {
    await ask('POST', '/users', { name, username: name, email: `${name}@forge.test`, password: 'a-long-password-2' })
    const made = await ask('POST', `/users/${id}/personal_access_tokens`, { name, scopes: ['api'] })
    const { token } = made as { readonly token?: string }
    return token === undefined ? [] : [token]
  }
  const people = [await person(2, 'two'), await person(3, 'guest'), await person(4, 'stranger')]
  await ask('POST', '/projects/1/members', { user_id: 2, access_level: 30 })
  await ask('POST', '/projects/1/members', { user_id: 3, access_level: 10 })
  const operations = operationsOf((await ask('GET', '/openapi.json')) as Parameters<typeof operationsOf>[0])
  return {
    server,
    operations,
    tokens: [...people.map(() => ROOT_TOKEN), ...people.flat()],
    close: async () => {
      await server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isAlive = ({ server }: World): Promise<boolean> =>
  fetch(`${server.base}/-/liveness`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ status }) => status === 200,
    () => false,
  )

const isWhole = async ({ server }: World): Promise<boolean> => {
  const ask = (path: string) => fetch(`${server.base}/api/v4${path}`, { headers: { 'private-token': ROOT_TOKEN } })
  const answers = await Promise.all([ask('/user'), ask('/projects/1/repository/branches/main')])
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return answers.every(({ status }) => status === 200)
}

/** Sends hostile requests to a server in a process of its own, which has to answer all of them and the next ones. */
export const driveHostile = async (drive: HostileDrive): Promise<HostileReport> => {
  const { transport, requests, seed, lanes = 8, milliseconds } = drive
  const served = servedBy(drive)
  const random: Random = randomFrom(seed)
  const statuses = new Map<number, number>()
  const faults: Array<string> = []
  const begun = performance.now()
  let worlds = 1
  let world = await openWorld(transport, served)
  let agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const one = async (): Promise<void> => {
    const operation = world.operations[random.below(world.operations.length)] as Operation
    const asked = hostileRequest(random, operation, world.tokens)
    const answered = await send(world.server.base, agent, asked).catch((error: Error) => error)
    const status = answered instanceof Error ? 0 : answered.status
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const fault =
      answered instanceof Error
        ? silenceOf(transport, asked, answered)
        : (faultOf(asked, answered, operation) ?? differenceOf(served, asked, answered))
    if (fault !== undefined) faults.push(`${fault} <- ${shown(asked)}`)
  }
  try {
    for (let sent = 0; sent < requests; sent += ROUND) {
      if (performance.now() - begun > (milliseconds ?? Number.POSITIVE_INFINITY)) break
      let left = Math.min(ROUND, requests - sent)
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          while (left-- > 0) await one()
        }),
      )
      if (!(await isAlive(world))) {
        faults.push(`the process does not answer any more: ${world.server.complaints().slice(-1000)}`)
        break
      }
      if ((sent / ROUND + 1) % ROUNDS !== 0 && (await isWhole(world))) continue
      agent.destroy()
      await world.close()
      worlds++
      world = await openWorld(transport, served)
      agent = new Agent({ keepAlive: true, maxSockets: lanes })
    }
    return { statuses, faults, worlds, seconds: (performance.now() - begun) / 1000 }
  } finally {
    agent.destroy()
    await world.close()
  }
}

/** One line of figures. */
export const hostileLine = (name: string, { statuses, faults, worlds, seconds }: HostileReport): string => {
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const of = (from: number): number =>
    [...statuses].reduce((sum, [status, count]) => (Math.floor(status / 100) === from ? sum + count : sum), 0)
  return `${name}: ${all} requests in ${seconds.toFixed(0)} s, ${of(2) + of(3)} taken, ${of(4)} refused, ${of(0)} connections closed, ${of(5)} 5xx, ${faults.length} faults, ${worlds} worlds`
}
