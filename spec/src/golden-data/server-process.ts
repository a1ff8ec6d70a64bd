import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A server of some build, in a process of its own. */
export interface ServerProcess {
  readonly url: string
  readonly stop: () => Promise<void>
}

const READY = / is ready on /

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let told = ''
    const hear = (chunk: Buffer): void => {
      told += chunk.toString('utf8')
      if (READY.test(told)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${told}`)))
  })

/** Starts `cli serve` with a clock and waits until it is ready. */
export const startServer = async (
  cli: string,
  {
    data,
    clock,
    release,
    port,
    environment,
  }: {
    readonly data: string
    readonly clock: string
    readonly release: string
    readonly port: number
    readonly environment: Readonly<Record<string, string>>
  },
): Promise<ServerProcess> => {
  const flags = [
    '--data',
    data,
    '--clock',
    clock,
    '--api-release',
    release,
    '--port',
    `${port}`,
    '--log-level',
    'error',
  ]
  const child = spawn(process.execPath, [cli, 'serve', ...flags, '--transport', 'node'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  })
  child.stderr?.pipe(process.stderr)
  await ready(child)
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
