import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Gate } from './gate.js'

/** The git program failed where it must not: a defect, a full disk, a damaged repository. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed'
  constructor(
    readonly command: string,
    readonly code: number | null,
    readonly complaint: string,
  ) {
    super(`git ${command} ended with ${code ?? 'a signal'}: ${complaint.split('\n')[0]?.slice(0, 200) ?? ''}`)
  }
}

export interface Finished {
  readonly code: number | null
  readonly output: Buffer
  readonly complaint: string
}

export interface RunOptions {
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** Exit codes that are answers; others reject. Default: only 0. */
  readonly accept?: ReadonlyArray<number>
  /** Ends it before its time, with every process that it has started. */
  readonly signal?: AbortSignal
}

const COMPLAINT_LIMIT = 8192

const complaintOf = (stream: Readable): (() => string) => {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < COMPLAINT_LIMIT) text += chunk
  })
  return () => text
}

/** Resolves with the exit code once the process and its pipes are done; rejects where it could not be started. */
export const exitOf = async (child: ChildProcess): Promise<number | null> => {
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

/** The process leads a group of its own. */
const endGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
}

/** Starts git processes: never through a shell, never more than so many at a time. */
export class GitProgram {
  private readonly gate: Gate

  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly cwd: string,
    places: number,
  ) {
    this.gate = new Gate(places)
  }

  private start(
    args: ReadonlyArray<string>,
    extra: Readonly<Record<string, string>> | undefined,
    detached = false,
  ): ChildProcess {
    const env = { ...this.env, ...extra }
    return spawn('git', args, { cwd: this.cwd, env, detached, stdio: ['pipe', 'pipe', 'pipe'] })
  }

  /** Runs to the end and gives the whole output. */
  async run(args: ReadonlyArray<string>, { input, env, accept = [0], signal }: RunOptions = {}): Promise<Finished> {
    const leave = await this.gate.enter()
    try {
      signal?.throwIfAborted()
      const child = this.start(args, env, signal !== undefined)
      const end = (): void => endGroup(child)
      signal?.addEventListener('abort', end, { once: true })
      const chunks: Array<Buffer> = []
      child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
      const complaint = complaintOf(child.stderr as Readable)
      // A process that ends before it has read everything is judged by its exit code.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
      const code = await exitOf(child).finally(() => signal?.removeEventListener('abort', end))
      if (code === null || !accept.includes(code)) throw new GitFailed(args[0] ?? '', code, complaint())
      return {
        code,
        output: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks),
        complaint: complaint(),
      }
    } finally {
      leave()
    }
  }

  /** The output as it comes; whoever stops reading ends the process. */
  async *stream(args: ReadonlyArray<string>, { input, env, accept = [0] }: RunOptions = {}): AsyncGenerator<Buffer> {
    const leave = await this.gate.enter()
    const child = this.start(args, env)
    const complaint = complaintOf(child.stderr as Readable)
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
    const closed = exitOf(child)
    closed.catch(() => undefined)
    let complete = false
    try {
      for await (const chunk of child.stdout as Readable) yield chunk as Buffer
      complete = true
      const code = await closed
      if (code === null || !accept.includes(code)) throw new GitFailed(args[0] ?? '', code, complaint())
    } finally {
      if (!complete) child.kill('SIGTERM')
      leave()
    }
  }
}
