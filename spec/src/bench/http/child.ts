import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A server in a process of its own. */
export interface Child {
  readonly url: string
  readonly pid: number
  /** No error where it has ended. */
  readonly stop: () => Promise<void>
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

/** Starts a node program and waits for the line that tells its address. */
export const startChild = async (
  program: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Promise<Child> => {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // A first start tells how to sign in before it listens.
      const found = /(?:^|ready on )(http:\/\/[\d.]+:\d+)/.exec(line)
      if (found !== null) resolve(found[1] as string)
    })
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}
