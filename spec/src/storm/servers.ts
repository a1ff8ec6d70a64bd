import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { forgefold } from '../processes/index.js'
import { environmentOf, flagsOf, type PlannedCrash } from './crash-points.js'

const READY = /is ready on \S+\n/
const START_MS = 180_000

export const ROOT_TOKEN = 'root-token-of-the-storm'

/** A server in a process of its own, one of several over one history. */
export interface ServerProcess {
  readonly base: string
  readonly pid: number | undefined
  /** What it told of defects so far. */
  readonly complaints: () => string
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>
  /** Whether it has ended. */
  readonly hasEnded: () => boolean
  /** Ends it in order; gives its exit code. */
  readonly stop: () => Promise<number | null>
}

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Starts one; `name` is the folder of its own, `more` are further flags. */
export const startServer = async (
  folder: string,
  name: string,
  port: number,
  eventStore: string,
  more: ReadonlyArray<string> = [],
  death?: PlannedCrash,
): Promise<ServerProcess> => {
  const place = ['--data', join(folder, 'shared'), '--local', join(folder, name), '--event-store', eventStore, ...more]
  const program = [forgefold, 'serve', '--port', String(port), '--log-level', 'error', ...place]
  const child = spawn(process.execPath, [...flagsOf(death), ...program], {
    env: {
      PATH: process.env['PATH'],
      FORGEFOLD_ROOT_TOKEN: ROOT_TOKEN,
      FORGEFOLD_ROOT_PASSWORD: 'a-long-password',
      ...environmentOf(death),
    },
  })
  let out = ''
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} does not start: ${complaints}`)), START_MS)
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (!READY.test(out)) return
      clearTimeout(timer)
      resolve()
    })
    child.on('exit', () => {
      clearTimeout(timer)
      reject(new Error(`${name} ended: ${complaints}`))
    })
  }).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    base: /is ready on (\S+)\n/.exec(out)?.[1] ?? '',
    pid: child.pid,
    complaints: () => complaints,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: async () => {
      child.kill('SIGKILL')
      await ended(child)
    },
    stop: () => {
      child.kill('SIGTERM')
      return ended(child)
    },
  }
}
