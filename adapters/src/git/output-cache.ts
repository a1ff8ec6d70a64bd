import { RecencyCache } from '@forgefold/core/app'
import type { Finished, RunOptions } from './program.js'

/** Bytes of one output; larger ones are not cached. */
const MAX_OUTPUT_BYTES = 256 * 1024
/** Bytes of all outputs together. */
const MAX_CACHE_BYTES = 24 * 1024 * 1024
/** The most bytes of the arguments that serve as key. */
const MAX_KEY_LENGTH = 4096
/** The overhead of an entry, in bytes. */
const ENTRY = 512

/** Read-only commands whose output depends on their objects alone. */
const READING: ReadonlySet<string> = new Set(['rev-list', 'diff-tree', 'merge-base', 'ls-tree', 'blame'])

/** An argument that names immutable objects: a full id, an excluded one, or a range. */
const OBJECTS = /^\^?[0-9a-f]{40}(?:\.{2,3}[0-9a-f]{40})?$/

/** Options whose result depends on refs or on the time. */
const DEPENDS_ON_MORE = /^--(?:all|branches|tags|remotes|glob|exclude|reflog|since|until|after|before|alternate-refs)/

const isAboutObjects = ([command = '', ...args]: ReadonlyArray<string>): boolean => {
  if (!READING.has(command)) return false
  for (const arg of args) {
    if (arg === '--') return true
    if (arg.startsWith('-') ? DEPENDS_ON_MORE.test(arg) : !OBJECTS.test(arg)) return false
  }
  return true
}

/**
 * What git said when it was asked about objects by their ids: they never change, so what it says of them does not either. A process for each
 * such question is what most reads of a repository would cost.
 */
export class OutputCache {
  readonly #kept = new RecencyCache<string, Finished>(MAX_CACHE_BYTES, ({ output }) => output.length + ENTRY)

  #repositories = 0

  /** The key of a repository; one that is removed and created again gets a new key. */
  newRepository(): string {
    return String(++this.#repositories)
  }

  /** The cache key of an output; undefined if the output may change or is not worth caching. */
  questionOf(repository: string, args: ReadonlyArray<string>, { input, env, signal }: RunOptions): string | undefined {
    if (env !== undefined || signal !== undefined || !isAboutObjects(args)) return undefined
    // Only `diff-tree` reads object ids from stdin.
    if (input !== undefined && (typeof input !== 'string' || args[0] !== 'diff-tree')) return undefined
    return this.named(repository, args, input)
  }

  /** The cache key of an output that is valid while `state` is unchanged. */
  named(repository: string, args: ReadonlyArray<string>, state = ''): string | undefined {
    const question = `${repository}\0${args.join('\0')}\0\0${state}`
    return question.length > MAX_KEY_LENGTH ? undefined : question
  }

  get(question: string): Finished | undefined {
    return this.#kept.get(question)
  }

  set(question: string, answer: Finished): void {
    if (answer.output.length <= MAX_OUTPUT_BYTES) this.#kept.set(question, answer)
  }

  /** Streams an output and caches it once it is complete. */
  async *stream(question: string, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const chunks: Array<Buffer> = []
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk)
      else chunks.length = 0
      yield chunk
    }
    if (size <= MAX_OUTPUT_BYTES) this.set(question, { code: 0, output: Buffer.concat(chunks), complaint: '' })
  }
}
