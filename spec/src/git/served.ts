import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

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

const lineOf = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface(child.stdout)) return line
  throw new Error('the server ended before it listened')
}

/** Starts a server on a folder. */
export const serveFolder = async (data: string): Promise<Served> => {
  const program = fileURLToPath(new URL('./serving.js', import.meta.url))
  const child = spawn(process.execPath, [program, data, TOKEN], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await lineOf(child)
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
