import type { ChildProcess } from 'node:child_process'
import { startGit } from './git-process.js'
import { type LongLivedProcess, setReferenced } from './long-lived-process.js'
import { GitFailed } from './program.js'

interface Transaction {
  readonly commands: string
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

const DONE = 'commit: ok\n'

/**
 * A long-lived `git update-ref --stdin`: a transaction costs a round trip on a pipe instead of a process.
 *
 * Git ends at the first transaction that fails; the next one starts it again.
 */
export class RefUpdater implements LongLivedProcess {
  private child: ChildProcess | undefined
  private readonly waiting: Array<Transaction> = []
  private said = ''
  private complaint = ''
  private closing = false
  lastUsed = 0

  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly cwd: string,
  ) {}

  get busy(): boolean {
    return this.waiting.length > 0
  }

  /** Executes commands in the format of `update-ref --stdin -z`, all or none. Rejects with `GitFailed` and git's message. */
  transact(commands: string): Promise<void> {
    this.lastUsed = Date.now()
    return new Promise((resolve, reject) => {
      // Transactions are sent one at a time, because git exits at the first that fails.
      if (this.waiting.push({ commands, resolve, reject }) === 1) this.next()
    })
  }

  private next(): void {
    const [transaction] = this.waiting
    if (transaction === undefined) return
    const child = this.running()
    setReferenced(child, true)
    child.stdin?.write(`start\0${transaction.commands}commit\0`)
  }

  private running(): ChildProcess {
    if (this.child !== undefined) return this.child
    const child = startGit(['update-ref', '--stdin', '-z'], { cwd: this.cwd, env: this.env })
    this.child = child
    this.said = ''
    this.complaint = ''
    child.stdout?.setEncoding('latin1').on('data', (text: string) => this.heard(child, text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaint += text
    })
    child.on('error', () => this.ended(child, null))
    child.on('close', (code) => this.ended(child, code))
    return child
  }

  private heard(child: ChildProcess, text: string): void {
    this.said += text
    if (this.child !== child || !this.said.endsWith(DONE)) return
    this.said = ''
    this.waiting.shift()?.resolve()
    if (this.busy) this.next()
    else if (this.closing) child.stdin?.end()
    else setReferenced(child, false)
  }

  private ended(child: ChildProcess, code: number | null): void {
    if (this.child !== child) return
    this.child = undefined
    this.waiting.shift()?.reject(new GitFailed('update-ref', code, this.complaint))
    this.next()
  }

  /** Waits for pending transactions. */
  close(): void {
    this.closing = true
    if (!this.busy) this.child?.stdin?.end()
  }
}
