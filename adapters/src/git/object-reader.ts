import type { ChildProcess } from 'node:child_process'
import type { ObjectId, ObjectKind } from '@forgefold/core/ports'
import type { RawObject } from '../git-objects/hash.js'
import { startGit } from './git-process.js'
import { type LongLivedProcess, setReferenced } from './long-lived-process.js'
import { GitFailed } from './program.js'

/** The object that an expression resolves to. */
export interface ObjectInfo {
  readonly id: ObjectId
  readonly kind: ObjectKind
  readonly size: number
}

export interface LoadedObject extends ObjectInfo, RawObject {}

interface Question {
  readonly wantsBytes: boolean
  readonly resolve: (found: ObjectInfo | LoadedObject | undefined) => void
  readonly reject: (error: Error) => void
}

/** Bytes of a commit or tag that are kept: a pack of a few kilobytes may hold one with a message of gigabytes. What is cut off is more than is shown. */
const MAX_TEXT_BYTES = 12 * 1024 * 1024

const isText = ({ kind }: ObjectInfo): boolean => kind === 'commit' || kind === 'tag'

const HEADER = /^([0-9a-f]{40}) (commit|tree|blob|tag) (\d+)$/

/**
 * A long-lived `git cat-file --batch-command`: an object costs a round trip on a pipe instead of a process. The questions of one turn of the event
 * loop go out together and are answered together: each write wakes the other side.
 */
export class ObjectReader implements LongLivedProcess {
  private child: ChildProcess | undefined
  private readonly questions: Array<Question> = []
  /** What is sent at the end of the turn. */
  private lines = ''
  private chunks: Array<Buffer> = []
  private size = 0
  private header: ObjectInfo | undefined
  /** Bytes that are still to come of what was answered, and are thrown away. */
  private unwanted = 0
  lastUsed = 0

  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly cwd: string,
  ) {}

  get busy(): boolean {
    return this.questions.length > 0
  }

  info(expression: string): Promise<ObjectInfo | undefined> {
    return this.ask('info', expression, false)
  }

  contents(expression: string): Promise<LoadedObject | undefined> {
    return this.ask('contents', expression, true) as Promise<LoadedObject | undefined>
  }

  private ask(command: string, expression: string, wantsBytes: boolean): Promise<ObjectInfo | undefined> {
    if (/[\n\0]/.test(expression)) return Promise.resolve(undefined)
    this.lastUsed = Date.now()
    return new Promise((resolve, reject) => {
      const child = this.running()
      if (this.questions.push({ wantsBytes, resolve, reject }) === 1) setReferenced(child, true)
      if (this.lines === '') process.nextTick(() => this.send(child))
      this.lines += `${command} ${expression}\n`
    })
  }

  private send(child: ChildProcess): void {
    if (this.child !== child || this.lines === '') return
    child.stdin?.write(`${this.lines}flush\n`)
    this.lines = ''
  }

  private running(): ChildProcess {
    if (this.child !== undefined) return this.child
    const child = startGit(['cat-file', '--batch-command', '--buffer'], {
      cwd: this.cwd,
      env: this.env,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    this.child = child
    child.stdout?.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk)
      this.size += chunk.length
      this.drain()
      if (!this.busy) setReferenced(child, false)
    })
    child.on('error', () => this.ended(child))
    child.on('close', () => this.ended(child))
    return child
  }

  private ended(child: ChildProcess): void {
    if (this.child !== child) return
    this.child = undefined
    this.lines = ''
    this.chunks = []
    this.size = 0
    this.header = undefined
    this.unwanted = 0
    for (const question of this.questions.splice(0))
      question.reject(new GitFailed('cat-file', child.exitCode, 'ended early'))
  }

  private whole(): Buffer {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)]
    return this.chunks[0] ?? Buffer.alloc(0)
  }

  private take(bytes: number): Buffer {
    const all = this.whole()
    const rest = all.subarray(bytes)
    this.chunks = rest.length === 0 ? [] : [rest]
    this.size = rest.length
    return all.subarray(0, bytes)
  }

  /** False until all of it has come. */
  private dropUnwanted(): boolean {
    if (this.unwanted > 0) this.unwanted -= this.take(Math.min(this.unwanted, this.size)).length
    return this.unwanted === 0
  }

  private drain(): void {
    while (this.dropUnwanted()) {
      const question = this.questions[0]
      if (question === undefined) return
      if (this.header === undefined) {
        const end = this.whole().indexOf(0x0a)
        if (end < 0) return
        const line = this.take(end + 1).toString('utf8', 0, end)
        const found = HEADER.exec(line)
        if (found === null) {
          this.questions.shift()
          question.resolve(undefined)
          continue
        }
        const info = { id: found[1] as ObjectId, kind: found[2] as ObjectKind, size: Number(found[3]) }
        if (!question.wantsBytes) {
          this.questions.shift()
          question.resolve(info)
          continue
        }
        this.header = info
      }
      const { header } = this
      const kept = isText(header) ? Math.min(header.size, MAX_TEXT_BYTES) : header.size
      if (this.size < kept) return
      const bytes = this.take(kept)
      this.unwanted = header.size + 1 - kept
      this.header = undefined
      this.questions.shift()
      question.resolve({ ...header, bytes })
    }
  }

  close(): void {
    const child = this.child
    if (child === undefined) return
    child.stdin?.end()
    this.ended(child)
  }
}
