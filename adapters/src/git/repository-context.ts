import { createHash } from 'node:crypto'
import { type DiffQuery, type ObjectId, RepositoryGone } from '@forgefold/core/ports'
import type { ObjectStore } from '../git-objects/hash.js'
import type { CommitLinks, LinksOfOne } from './commit-links.js'
import { type DiffForm, diffArguments, diffOutput } from './diff-output.js'
import type { DiffReader } from './diff-reader.js'
import { writeLooseObject } from './loose-objects.js'
import type { ObjectCache } from './object-cache.js'
import type { LoadedObject, ObjectReader } from './object-reader.js'
import type { OutputCache } from './output-cache.js'
import { type Finished, GitFailed, type GitProgram, type RunOptions } from './program.js'
import type { RefUpdater } from './ref-updater.js'
import { refsFingerprint } from './refs-fingerprint.js'
import { isRepository, type RepositoryExistence } from './repository-existence.js'
import type { SingleFlight } from './single-flight.js'

/** The context of operations on one repository. */
export interface RepositoryContext {
  readonly id: number
  readonly directory: string
  /** False if there is no such repository; every read is then empty. */
  readonly present: () => Promise<boolean>
  readonly run: (args: ReadonlyArray<string>, options?: RunOptions) => Promise<Finished>
  readonly stream: (args: ReadonlyArray<string>, options?: RunOptions) => AsyncGenerator<Buffer>
  /** Streams what may depend on refs too, such as their names in an archive; kept, if it is small, until one of them moves. */
  readonly streamOnRefs: (args: ReadonlyArray<string>, options?: RunOptions) => AsyncGenerator<Buffer>
  /** The output of `git diff-tree` for two trees in a format. */
  readonly diff: (form: DiffForm, query: DiffQuery) => AsyncGenerator<Buffer>
  readonly reader: () => Pick<ObjectReader, 'info' | 'contents'> & {
    /** The cached object, without a read. */
    readonly kept: (expression: string) => LoadedObject | undefined
  }
  readonly refUpdater: () => Pick<RefUpdater, 'transact'>
  /** Shares concurrent identical queries. */
  readonly asked: SingleFlight
  readonly links: LinksOfOne
  readonly objects: ObjectStore
  /** A query of the refs below some folders (`refs/heads`, `refs/tags`, or all in `refs`); the answer is cached until one of them moves. */
  readonly runOnRefs: (namespaces: ReadonlyArray<string>, args: ReadonlyArray<string>) => Promise<Finished>
  readonly directoryOf: (repository: number) => string
}

export interface RepositoryContextOptions {
  readonly id: number
  readonly directory: string
  readonly program: GitProgram
  readonly reader: () => ObjectReader
  /** For the formats of a diff; undefined if each takes a process of its own. */
  readonly diffReader?: (form: DiffForm) => DiffReader
  readonly refUpdater: () => RefUpdater
  readonly asked: SingleFlight
  readonly links: CommitLinks
  readonly existence: RepositoryExistence
  readonly remembered: OutputCache
  readonly kept: ObjectCache
  readonly directoryOf: (repository: number) => string
  /** Quarantined objects of a push. */
  readonly env?: Readonly<Record<string, string>>
}

/** Short enough for a key, however many folders of refs there are. */
const digestOf = (state: string): string => createHash('sha256').update(state).digest('base64url')

export const makeRepositoryContext = ({
  env,
  program,
  existence,
  remembered,
  kept,
  links,
  diffReader,
  ...parts
}: RepositoryContextOptions): RepositoryContext => {
  const { directory, asked } = parts
  const self = remembered.newRepository()
  const at = { GIT_DIR: directory, ...env }
  const placed = (options: RunOptions = {}): RunOptions => ({ ...options, env: { ...at, ...options.env } })
  /** The error, or that the repository was removed meanwhile. */
  const reasonOf = async (error: unknown): Promise<unknown> => {
    if (!(error instanceof GitFailed) || (await isRepository(directory))) return error
    existence.forget(directory)
    return new RepositoryGone()
  }
  const orGone = <A>(work: Promise<A>): Promise<A> =>
    work.catch(async (error: unknown) => {
      throw await reasonOf(error)
    })
  const runOnce = async (question: string, args: ReadonlyArray<string>, options?: RunOptions): Promise<Finished> => {
    const known = remembered.get(question)
    if (known !== undefined) return known
    const answer = await orGone(program.run(args, placed(options)))
    remembered.set(question, answer)
    return answer
  }
  const run = (args: ReadonlyArray<string>, options: RunOptions = {}): Promise<Finished> => {
    const question = env === undefined ? remembered.questionOf(self, args, options) : undefined
    return question === undefined
      ? orGone(program.run(args, placed(options)))
      : asked.ask(question, () => runOnce(question, args, options))
  }
  /** Even an answer that is kept takes a look at the folders of the refs. */
  const runOnRefs = (namespaces: ReadonlyArray<string>, args: ReadonlyArray<string>): Promise<Finished> =>
    asked.ask(`refs of ${parts.id} ${args.join('\0')}`, async () => {
      const state = await refsFingerprint(directory, namespaces)
      const question = state === undefined ? undefined : remembered.named(self, args, state)
      return question === undefined ? run(args) : runOnce(question, args)
    })
  /** Cached where there is a question. */
  async function* answered(question: string | undefined, begin: () => AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    const known = question === undefined ? undefined : remembered.get(question)
    if (known !== undefined) {
      if (known.output.length > 0) yield known.output
      return
    }
    try {
      yield* question === undefined ? begin() : remembered.stream(question, begin())
    } catch (error) {
      throw await reasonOf(error)
    }
  }
  const streamed = (
    args: ReadonlyArray<string>,
    options: RunOptions = {},
    begin = () => program.stream(args, placed(options)),
  ): AsyncGenerator<Buffer> =>
    answered(env === undefined ? remembered.questionOf(self, args, options) : undefined, begin)
  async function* streamOnRefs(args: ReadonlyArray<string>, options?: RunOptions): AsyncGenerator<Buffer> {
    const state = env === undefined ? await refsFingerprint(directory, ['HEAD', 'refs']) : undefined
    const question = state === undefined ? undefined : remembered.named(self, args, digestOf(state))
    yield* answered(question, () => program.stream(args, placed(options)))
  }
  const inMemory = (expression: string) => (env === undefined ? kept.get(self, expression) : undefined)
  const reader = {
    kept: inMemory,
    info: async (expression: string) => inMemory(expression) ?? orGone(parts.reader().info(expression)),
    contents: async (expression: string) => {
      const before = inMemory(expression)
      if (before !== undefined) return before
      const found = await orGone(parts.reader().contents(expression))
      if (found !== undefined && env === undefined) kept.set(self, found, expression)
      return found
    },
  }
  const read = (object: ObjectId) => reader.contents(object)
  const diffs = diffOutput({ program, read, kept: inMemory, diffReader, placed: () => placed() })
  const diff = (form: DiffForm, query: DiffQuery) => streamed(diffArguments(form, query), {}, () => diffs(form, query))
  const refUpdater = { transact: (commands: string) => orGone(parts.refUpdater().transact(commands)) }
  return {
    ...parts,
    links: links.of(self),
    reader: () => reader,
    refUpdater: () => refUpdater,
    present: () => existence.of(directory),
    run,
    runOnRefs,
    stream: (args, options) => streamed(args, options),
    streamOnRefs,
    diff,
    objects: {
      read,
      write: (kind, bytes) => writeLooseObject(directory, kind, bytes),
    },
  }
}
