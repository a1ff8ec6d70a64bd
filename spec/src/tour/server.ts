import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { forgefold } from '../processes/index.js'

/** A server of the tour's own, on a free port and in a folder that goes with it. */
export interface OwnServer {
  readonly url: string
  readonly token: string
  /** Where it keeps its history. */
  readonly data: string
  readonly stop: () => Promise<void>
}

const addressOf = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface(child.stdout)) {
    const address = /is ready on (\S+)$/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('the server ended before it was ready')
}

/** A folder that is there already, or is to stay; and the administrator's token, where it has to be known. */
export interface KeptFolder {
  readonly data: string
  readonly token: string
}

/** A token as an administrator may choose one. */
export const newRootToken = (): string => `tour-${randomBytes(16).toString('hex')}`

/** Starts `forgefold serve` in a process of its own, with these flags besides; `stop` ends it in order, and removes a folder of its own. */
export const startServer = async (flags: ReadonlyArray<string> = [], kept?: KeptFolder): Promise<OwnServer> => {
  const data = kept?.data ?? (await mkdtemp(join(tmpdir(), 'forgefold-tour-data-')))
  const token = kept?.token ?? newRootToken()
  const args = [forgefold, 'serve', '--port', '0', '--data', data, '--log-level', 'warn', ...flags]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, FORGEFOLD_ROOT_TOKEN: token, FORGEFOLD_ROOT_PASSWORD: randomBytes(16).toString('hex') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    if (kept === undefined) await rm(data, { recursive: true, force: true })
  }
  try {
    return { url: await addressOf(child), token, data, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
