import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

/** How long a program may take to end after a signal, and one that is checking what it has received, in milliseconds. */
const ENDING_GRACE = 5_000
const RECEIVING_GRACE = 60_000

export interface GitProcessOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdio?: StdioOptions
  /** Starts the process as leader of a process group, which `endGroup` terminates as a whole. */
  readonly detached?: boolean
}

/**
 * Starts the git program, never through a shell; nothing else in this adapter starts a process.
 *
 * A broken pipe is not an error of its own: the exit code decides.
 */
export const startGit = (args: ReadonlyArray<string>, options: GitProcessOptions): ChildProcess => {
  const child = spawn('git', args, { stdio: ['pipe', 'pipe', 'pipe'], ...options })
  for (const pipe of child.stdio) pipe?.on('error', () => undefined)
  return child
}

/** Resolves with the exit code once the process has exited and its pipes are closed; rejects if it could not be started. */
export const exitOf = async (child: ChildProcess): Promise<number | null> => {
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // The process has exited already.
  }
}

/** Runs a callback after a delay, unless the process exits before. */
const unlessExited = (child: ChildProcess, milliseconds: number, act: () => void): void => {
  const timer = setTimeout(act, milliseconds)
  child.once('close', () => clearTimeout(timer))
}

const isGone = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Terminates a process group: SIGTERM, then SIGKILL after a grace period. */
export const endGroup = (child: ChildProcess): void => {
  if (isGone(child)) return
  signalGroup(child, 'SIGTERM')
  unlessExited(child, ENDING_GRACE, () => signalGroup(child, 'SIGKILL'))
}

/**
 * Lets a process that receives objects end by itself, because nothing more comes: told by a signal, or by a pipe that is not read, git leaves
 * behind what it has received. One that takes too long is ended all the same, unless it may no longer be stopped.
 */
export const endReceiving = (child: ChildProcess, stoppable: () => boolean): void => {
  child.stdin?.destroy()
  child.stdout?.resume()
  unlessExited(child, RECEIVING_GRACE, () => {
    if (stoppable()) endGroup(child)
  })
}
