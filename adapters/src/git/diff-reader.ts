import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DeadlineExceeded } from '@forgefold/core/ports'
import { startGit } from './git-process.js'
import { type LongLivedProcess, setReferenced } from './long-lived-process.js'
import { GitFailed } from './program.js'

export interface DiffReaderOptions {
  /** Output options of `git diff-tree`. */
  readonly form: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** How long a query may take, in milliseconds. */
  readonly timeout: number
}

/** A line for `git diff-tree --stdin --always -z`, and what its answer begins with. */
export interface DiffQuestion {
  readonly line: string
  readonly echo: string
}

/** Two trees by their ids. */
export const betweenTrees = (from: string, to: string): DiffQuestion => {
  const line = `${from} ${to}\n`
  return { line, echo: line }
}

/** A commit and the parent that it is compared with; git reads both itself. */
export const sinceParent = (parent: string, commit: string): DiffQuestion => ({
  line: `${commit} ${parent}\n`,
  echo: `${commit}\0`,
})

/** A long-lived `git diff-tree --stdin`: a diff of two trees costs a round trip on a pipe instead of a process. One query at a time. */
export class DiffReader implements LongLivedProcess {
  #child: ChildProcess | undefined
  busy = false
  lastUsed = 0

  constructor(private readonly options: DiffReaderOptions) {}

  /**
   * What git says of two trees, as it comes. A reader that stops early ends the process, as a time-out does (`DeadlineExceeded`); throws
   * `GitFailed` where another question is open, a tree is missing or the process ends.
   */
  async *ask({ line, echo }: DiffQuestion): AsyncGenerator<Buffer> {
    if (this.busy) throw new GitFailed('diff-tree', null, 'is asked something else')
    const child = this.#running()
    const begin = Buffer.from(echo)
    // A line that names no object is echoed; this one is unguessable and marks the end of the answer.
    const end = Buffer.from(`end ${randomUUID()}\n`)
    let isLate = false
    let isDone = false
    this.busy = true
    this.lastUsed = Date.now()
    setReferenced(child, true)
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, this.options.timeout)
    try {
      child.stdin?.write(Buffer.concat([Buffer.from(line), end]))
      yield* between(child.stdout as Readable, begin, end)
      isDone = true
    } catch (error) {
      throw isLate ? new DeadlineExceeded('git diff-tree took too long') : error
    } finally {
      clearTimeout(timer)
      this.busy = false
      if (isDone) setReferenced(child, false)
      else this.#end(child)
    }
  }

  #running(): ChildProcess {
    if (this.#child !== undefined) return this.#child
    const { form, cwd, env } = this.options
    const child = startGit(['diff-tree', '--stdin', '--always', ...form], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    this.#child = child
    const gone = (): void => {
      if (this.#child === child) this.#child = undefined
    }
    child.on('error', gone)
    child.on('close', gone)
    return child
  }

  #end(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined
    child.stdout?.destroy()
    child.kill('SIGKILL')
  }

  close(): void {
    if (this.#child !== undefined) this.#end(this.#child)
  }
}

/** The bytes between two markers, of which the second is the last to come. */
async function* between(source: Readable, first: Buffer, last: Buffer): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let hasBegun = false
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
    const isEnd = rest.length >= last.length && rest.subarray(rest.length - last.length).equals(last)
    if (!hasBegun) {
      if (rest.length < first.length && !isEnd) continue
      // Git skips a missing object silently.
      if (!rest.subarray(0, first.length).equals(first)) break
      hasBegun = true
      rest = rest.subarray(first.length)
    }
    if (rest.length < last.length) continue
    const known = rest.subarray(0, rest.length - last.length)
    rest = rest.subarray(known.length)
    if (known.length > 0) yield known
    if (isEnd) return
  }
  throw new GitFailed('diff-tree', null, 'ended early')
}
