import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { forgefold } from '../processes/index.js'

/** A server in a process of its own. */
export interface Served {
  readonly api: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ readonly status: number; readonly json: unknown }>
  readonly gitUrl: (project: string) => string
  /** Resident memory of the server in bytes; git's processes do not count. */
  readonly memory: () => Promise<number>
  /** Ends it at once, with no chance to tidy up. */
  readonly kill: () => Promise<void>
}

const TOKEN = 'a-token-for-tests-only'

const READY = /is ready on \S+:(\d+)\n/

/** The port that the server tells. What it says afterwards is read, too, so that it can always say more. */
const portOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
      const [, port] = READY.exec(said) ?? []
      if (port !== undefined) resolve(port)
    })
    child.on('exit', () => reject(new Error(`the server ended before it listened: ${said}`)))
  })

/** As the tests expect the instance; the password of the administrator is generated, because one that is given takes longer. */
const FLAGS = ['--tier', 'ultimate', '--api-release', '15.3', '--transport', 'node', '--log-level', 'error']

/** Starts a server on a folder. */
export const serveFolder = async (data: string): Promise<Served> => {
  const place = ['--port', '0', '--data', data]
  const child = spawn(process.execPath, [forgefold, 'serve', ...place, ...FLAGS], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], FORGEFOLD_ROOT_TOKEN: TOKEN },
  })
  const port = await portOf(child)
  return {
    api: async (method, path, body) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v4${path}`, {
        method,
        headers: { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) }
    },
    gitUrl: (project) => `http://oauth2:${TOKEN}@127.0.0.1:${port}/${project}.git`,
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
