import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Cancellation } from '@forgefold/core/ports'
import { endGroup, exitOf, startGit } from './git-process.js'
import { GitFailed } from './program.js'

export interface WireProcess {
  readonly child: ChildProcess
  readonly output: AsyncIterable<Uint8Array>
  /** Resolves when the process is gone; rejects with `GitFailed` where it failed on its own account, and with the error of its input. */
  readonly ended: Promise<void>
}

export interface WireProcessOptions {
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input?: AsyncIterable<Uint8Array>
  readonly signal: Cancellation
  /** Opens the pipe to the hooks. */
  readonly channel?: boolean
  /** Ends the process before its time; by default at once, with all that it has started. */
  readonly end?: (child: ChildProcess) => void
}

/** Resolves when the stream is writable again or closed. */
const drained = (into: Writable): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      into.off('drain', go).off('close', go)
      resolve()
    }
    into.on('drain', go).on('close', go)
  })

const feed = async (input: AsyncIterable<Uint8Array>, into: Writable): Promise<void> => {
  for await (const chunk of input) {
    if (into.destroyed) break
    if (!into.write(chunk)) await drained(into)
  }
  into.end()
}

/** Starts one side of the smart protocol, with backpressure both ways. */
export const startWire = (options: WireProcessOptions): WireProcess => {
  const { args, cwd, env, input, signal, channel = false, end = endGroup } = options
  const child = startGit(args, {
    cwd,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...(channel ? (['pipe'] as const) : [])],
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (complaint.length < 4096) complaint += chunk
  })
  const stop = (): void => end(child)
  const stdin = child.stdin as Writable
  let inputError: Error | undefined
  if (input === undefined) stdin.end()
  else
    feed(input, stdin).catch((error: Error) => {
      inputError = error
      stop()
      stdin.destroy()
    })
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })

  const ended = exitOf(child).then((code) => {
    signal.removeEventListener('abort', stop)
    if (signal.aborted) return
    // What git said meanwhile is the answer to half a request.
    if (inputError !== undefined) throw inputError
    if (code !== 0) throw new GitFailed(args[0] ?? '', code, complaint)
  })
  ended.catch(() => undefined)

  async function* output(): AsyncGenerator<Uint8Array> {
    let complete = false
    try {
      const chunks = (child.stdout as Readable).iterator({ destroyOnReturn: false })
      for await (const chunk of chunks) yield chunk as Buffer
      complete = true
    } finally {
      if (!complete) stop()
    }
  }
  return { child, output: output(), ended }
}
