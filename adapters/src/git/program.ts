import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { type Cancellation, Cancelled, DeadlineExceeded, isErrorNamed } from '@forgefold/core/ports'
import { endGroup, exitOf, startGit } from './git-process.js'
import type { Semaphore } from './semaphore.js'

/** The git program failed unexpectedly: a defect, a full disk, a damaged repository. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed'
  static override readonly [Symbol.hasInstance] = isErrorNamed<GitFailed>('GitFailed')
  constructor(
    readonly command: string,
    readonly code: number | null,
    readonly complaint: string,
  ) {
    super(`git ${command} ended with ${code ?? 'a signal'}: ${complaint.split('\n')[0]?.slice(0, 200) ?? ''}`)
  }
}

/** Read-only programs, which are terminated at the deadline; those that write or receive run to their end. */
const LOOKING: ReadonlySet<string> = new Set([
  'blame',
  'grep',
  'diff-tree',
  'rev-list',
  'ls-tree',
  'merge-base',
  'merge-tree',
  'for-each-ref',
])

/** What git says of a tree that is deeper than it goes; older versions end by a signal there, because each level takes some of the stack. */
const TOO_DEEP = /exceeded maximum allowed tree depth/

/** Objects that clients pushed may be more than a program that only reads can go through: that is no defect. */
const failureOf = (command: string, code: number | null, complaint: string): Error =>
  (LOOKING.has(command) || command === 'archive') && (code === null || TOO_DEEP.test(complaint))
    ? new DeadlineExceeded(`git ${command} gave up`)
    : new GitFailed(command, code, complaint)

export interface Finished {
  readonly code: number | null
  readonly output: Buffer
  readonly complaint: string
}

export interface RunOptions {
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** Exit codes that are valid answers; others reject. Default: only 0. */
  readonly accept?: ReadonlyArray<number>
  /** Terminates it early, with every process that it has started. */
  readonly signal?: Cancellation
}

/** Limits of concurrency: of programs whose output is buffered, and of those that stream to a client. */
export interface ProcessSlots {
  readonly programs: Semaphore
  readonly conversations: Semaphore
}

const COMPLAINT_LIMIT = 8192

const complaintOf = (stream: Readable): (() => string) => {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < COMPLAINT_LIMIT) text += chunk
  })
  return () => text
}

/** Runs git programs with bounded concurrency. */
export class GitProgram {
  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly cwd: string,
    private readonly places: ProcessSlots,
    /** How long read-only programs may run, in milliseconds. */
    private readonly timeout: number,
  ) {}

  /** Terminates a program at its deadline; the returned function says whether that happened. */
  private limited(child: ChildProcess, command: string): () => boolean {
    if (!LOOKING.has(command)) return () => false
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.stdout?.destroy()
      child.kill('SIGKILL')
    }, this.timeout)
    child.once('close', () => clearTimeout(timer))
    return () => isLate
  }

  private start(args: ReadonlyArray<string>, { env, signal, input }: RunOptions): ChildProcess {
    const child = startGit(args, { cwd: this.cwd, env: { ...this.env, ...env }, detached: signal !== undefined })
    // A broken pipe on stdin is ignored: the exit code decides.
    child.stdin?.end(input)
    return child
  }

  /** Releases the permit if the program cannot be started. */
  private startOr(leave: () => void, args: ReadonlyArray<string>, options: RunOptions): ChildProcess {
    try {
      return this.start(args, options)
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Streams the output of a long-lived process under a permit. */
  async *among(begin: () => AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    const leave = await this.places.programs.enter()
    try {
      yield* begin()
    } finally {
      leave()
    }
  }

  /** Runs to the end and returns the whole output. */
  async run(args: ReadonlyArray<string>, options: RunOptions = {}): Promise<Finished> {
    const { accept = [0], signal } = options
    const leave = await this.places.programs.enter(signal)
    try {
      const child = this.start(args, options)
      const [command = ''] = args
      const isLate = this.limited(child, command)
      const end = (): void => endGroup(child)
      signal?.addEventListener('abort', end, { once: true })
      const chunks: Array<Buffer> = []
      child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
      const complaint = complaintOf(child.stderr as Readable)
      const code = await exitOf(child).finally(() => signal?.removeEventListener('abort', end))
      if (signal?.aborted === true) throw new Cancelled()
      if (isLate()) throw new DeadlineExceeded(`git ${command} took too long`)
      if (code === null || !accept.includes(code)) throw failureOf(command, code, complaint())
      return {
        code,
        output: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks),
        complaint: complaint(),
      }
    } finally {
      leave()
    }
  }

  /**
   * The output as it comes; a reader that stops early ends the process.
   *
   * With a signal the output goes to a client: it takes a place among the conversations, because it is read at the client's speed, and its
   * place and its process end with the signal, also where no more is read. Throws `Cancelled` then.
   */
  async *stream(args: ReadonlyArray<string>, options: RunOptions = {}): AsyncGenerator<Buffer> {
    const { accept = [0], signal } = options
    const places = signal === undefined ? this.places.programs : this.places.conversations
    const leave = await places.enter(signal)
    const child = this.startOr(leave, args, options)
    const [command = ''] = args
    const isLate = this.limited(child, command)
    const complaint = complaintOf(child.stderr as Readable)
    const closed = exitOf(child)
    closed.catch(() => undefined).finally(leave)
    const end = (): void => {
      child.stdout?.destroy()
      if (signal === undefined) child.kill('SIGTERM')
      else endGroup(child)
    }
    signal?.addEventListener('abort', end, { once: true })
    let complete = false
    try {
      for await (const chunk of child.stdout as Readable) yield chunk as Buffer
      complete = true
      const code = await closed
      if (code === null || !accept.includes(code)) throw failureOf(command, code, complaint())
    } catch (error) {
      if (isLate()) throw new DeadlineExceeded(`git ${command} took too long`)
      throw signal?.aborted === true ? new Cancelled() : error
    } finally {
      signal?.removeEventListener('abort', end)
      if (!complete) end()
    }
  }
}
