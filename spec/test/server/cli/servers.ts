import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { forgefold } from '@forgefold/spec/processes'
import { vi } from 'vitest'

/** The token of the first administrator. */
export const TOKEN = 'glpat-of-the-first-root1'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly ended: Promise<{
    readonly code: unknown
    readonly signal: unknown
    readonly out: string
    readonly err: string
  }>
  readonly said: () => string
  readonly told: () => string
}

/** Starts servers, each with a data folder of its own in the given one; in memory, with none. */
export const serversIn = (folder: string) => {
  const children: Array<ChildProcess> = []
  let places = 0
  const start = (store: string, ...args: ReadonlyArray<string>): ServerProcess => {
    const data = join(folder, String(++places))
    const kept = store === 'memory' ? [] : ['--data', data]
    const all = [forgefold, 'serve', '--port', '0', ...kept, '--event-store', store, '--log-level', 'warn', ...args]
    const child = spawn(process.execPath, all, {
      env: {
        PATH: process.env['PATH'],
        FORGEFOLD_ROOT_TOKEN: TOKEN,
        FORGEFOLD_ROOT_PASSWORD: 'a-long-password',
      },
    })
    children.push(child)
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }))
    return { child, ended, said: () => out, told: () => err }
  }
  return {
    start,
    /** Gives the address it listens at. */
    ready: async (server: ServerProcess): Promise<string> => {
      await vi.waitUntil(() => server.said().includes('is ready on'), 60_000)
      return /is ready on (\S+)/.exec(server.said())?.[1] ?? ''
    },
    killAll: () => {
      for (const child of children.splice(0)) child.kill('SIGKILL')
    },
  }
}

export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { readonly port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
