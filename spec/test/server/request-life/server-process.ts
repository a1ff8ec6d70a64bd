import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyOfProgram, forgefold } from '@forgefold/spec/processes'
import { vi } from 'vitest'

export const ROOT_TOKEN = 'glpat-of-the-first-root1'

/** So many seconds a client may do nothing, or next to nothing. */
export const CLIENT_TIMEOUT = 2

/** What a process holds beside what it always holds. */
export interface Holdings {
  readonly descriptors: number
  /** Git programs that work for one request; those that wait for the next question are left out. */
  readonly processes: ReadonlyArray<string>
  /** Files of uploads and pushes that are under way. */
  readonly drafts: ReadonlyArray<string>
}

/** A server in a process of its own, watched from the outside. */
export interface ServerProcess {
  readonly port: number
  readonly pid: number
  readonly data: string
  readonly isRunning: () => boolean
  readonly complaints: () => string
  readonly ask: (method: string, path: string, init?: RequestInit) => Promise<Response>
  readonly holdings: () => Promise<Holdings>
  /** Resident memory in bytes. */
  readonly memory: () => number
  /** The value of a metric without labels. */
  readonly metric: (name: string) => Promise<number | undefined>
  readonly stop: () => Promise<void>
}

const parentOf = (pid: string): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

const LONG_LIVED = /cat-file --batch-command|update-ref --stdin/

const descendantsOf = (pid: number): ReadonlyArray<string> => {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((one) => [Number(one), parentOf(one)]))
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one)
    return parent === pid || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  return all
    .filter((one) => isBelow(Number(one)))
    .map(commandOf)
    .filter((command) => command !== '' && !LONG_LIVED.test(command))
}

/** Pipes to programs that stay are not counted: they come and go by their own clock. */
const descriptorsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return !/^(pipe|socket):\[\d+\]$/.test(readlinkSync(`/proc/${pid}/fd/${fd}`))
    } catch {
      return false
    }
  }).length

/** Sockets of clients: connections to the port where it listens that are not over. */
const connectionsTo = (port: number): number => {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => {
      const [, local, , state] = line.trim().split(/\s+/)
      // Established, or waiting for the server to close its side.
      return local?.endsWith(`:${hex}`) === true && (state === '01' || state === '08')
    }).length
}

const draftsIn = async (data: string): Promise<ReadonlyArray<string>> => {
  const names = await readdir(data, { recursive: true })
  return names.filter((name) => /(^|\/)drafts\/.|\/incoming-|\/tmp_(pack|obj|idx)/.test(name))
}

export const startServerProcess = async (transport: string): Promise<ServerProcess> => {
  const data = await mkdtemp(join(tmpdir(), 'forgefold-life-'))
  const program = await mkdtemp(join(tmpdir(), 'forgefold-program-'))
  const args = [
    await copyOfProgram(forgefold, program),
    'serve',
    '--port',
    '0',
    '--data',
    data,
    '--transport',
    transport,
    '--log-level',
    'error',
  ]
  const child: ChildProcess = spawn(process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      FORGEFOLD_ROOT_TOKEN: ROOT_TOKEN,
      FORGEFOLD_ROOT_PASSWORD: 'a-long-password',
      FORGEFOLD_CLIENT_TIMEOUT: String(CLIENT_TIMEOUT),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complaints = ''
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  await vi.waitUntil(() => /is ready on http:\/\/\S+\n/.test(said) || !isRunning(), { timeout: 60_000 })
  if (!isRunning()) throw new Error(`the server does not start: ${complaints}`)
  const port = Number(/is ready on http:\/\/[^:]+:(\d+)/.exec(said)?.[1])
  const pid = child.pid as number
  const ask: ServerProcess['ask'] = (method, path, init = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      method,
      headers: { 'PRIVATE-TOKEN': ROOT_TOKEN, connection: 'close', ...init.headers },
    })
  return {
    port,
    pid,
    data,
    isRunning,
    complaints: () => complaints,
    ask,
    holdings: async () => ({
      descriptors: descriptorsOf(pid) + connectionsTo(port),
      processes: descendantsOf(pid),
      drafts: await draftsIn(data),
    }),
    memory: () => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096,
    metric: async (name) => {
      const text = await (await ask('GET', '/-/metrics')).text()
      const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
      return found === undefined ? undefined : Number(found)
    },
    stop: async () => {
      if (isRunning()) {
        child.kill('SIGTERM')
        await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 15_000))])
        if (isRunning()) child.kill('SIGKILL')
      }
      await rm(data, { recursive: true, force: true })
      await rm(program, { recursive: true, force: true })
    },
  }
}
