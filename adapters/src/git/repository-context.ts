import { RepositoryGone } from '@forgefold/core/ports'
import type { ObjectStore } from '../git-objects/hash.js'
import type { CommitLinks } from './commit-links.js'
import { writeLooseObject } from './loose-objects.js'
import type { ObjectReader } from './object-reader.js'
import { isRepository, type Presence } from './presence.js'
import { type Finished, GitFailed, type GitProgram, type RunOptions } from './program.js'
import type { RefMover } from './ref-mover.js'
import { refsState } from './refs-state.js'
import type { RememberedOutput } from './remembered-output.js'
import type { SingleFlight } from './single-flight.js'

/** Everything that work on one repository needs. */
export interface RepositoryContext {
  readonly id: number
  readonly directory: string
  /** False where there is no such repository; everything then reads as empty. */
  readonly present: () => Promise<boolean>
  readonly run: (args: ReadonlyArray<string>, options?: RunOptions) => Promise<Finished>
  readonly stream: (args: ReadonlyArray<string>, options?: RunOptions) => AsyncGenerator<Buffer>
  readonly reader: () => Pick<ObjectReader, 'info' | 'contents'>
  readonly mover: () => Pick<RefMover, 'transact'>
  /** For questions that many ask at once. */
  readonly asked: SingleFlight
  readonly links: CommitLinks
  readonly objects: ObjectStore
  /** A question to git about branches or tags, below `refs/heads` or `refs/tags`; asked again only when one of them has moved. */
  readonly runOnRefs: (namespaces: ReadonlyArray<string>, args: ReadonlyArray<string>) => Promise<Finished>
  readonly directoryOf: (repository: number) => string
}

export interface RepositoryContextOptions {
  readonly id: number
  readonly directory: string
  readonly program: GitProgram
  readonly reader: () => ObjectReader
  readonly mover: () => RefMover
  readonly asked: SingleFlight
  readonly links: CommitLinks
  readonly presence: Presence
  readonly remembered: RememberedOutput
  readonly directoryOf: (repository: number) => string
  /** Quarantined objects of a push. */
  readonly env?: Readonly<Record<string, string>>
}

export const makeRepositoryContext = ({
  env,
  program,
  presence,
  remembered,
  ...parts
}: RepositoryContextOptions): RepositoryContext => {
  const { directory, asked } = parts
  const self = remembered.newRepository()
  const at = { GIT_DIR: directory, ...env }
  const placed = (options: RunOptions = {}): RunOptions => ({ ...options, env: { ...at, ...options.env } })
  /** What failed, or that the repository has been removed meanwhile. */
  const reasonOf = async (error: unknown): Promise<unknown> => {
    if (!(error instanceof GitFailed) || (await isRepository(directory))) return error
    presence.forget(directory)
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
  const runOnRefs = async (namespaces: ReadonlyArray<string>, args: ReadonlyArray<string>): Promise<Finished> => {
    const state = await refsState(directory, namespaces)
    const question = state === undefined ? undefined : remembered.named(self, args, state)
    return question === undefined ? run(args) : runOnce(question, args)
  }
  async function* streamed(args: ReadonlyArray<string>, options: RunOptions = {}): AsyncGenerator<Buffer> {
    const question = env === undefined ? remembered.questionOf(self, args, options) : undefined
    const known = question === undefined ? undefined : remembered.get(question)
    if (known !== undefined) {
      if (known.output.length > 0) yield known.output
      return
    }
    try {
      const output = program.stream(args, placed(options))
      yield* question === undefined ? output : remembered.stream(question, output)
    } catch (error) {
      throw await reasonOf(error)
    }
  }
  const reader = {
    info: (expression: string) => orGone(parts.reader().info(expression)),
    contents: (expression: string) => orGone(parts.reader().contents(expression)),
  }
  const mover = { transact: (commands: string) => orGone(parts.mover().transact(commands)) }
  return {
    ...parts,
    reader: () => reader,
    mover: () => mover,
    present: () => presence.of(directory),
    run,
    runOnRefs,
    stream: streamed,
    objects: {
      read: (object) => reader.contents(object),
      write: (kind, bytes) => writeLooseObject(directory, kind, bytes),
    },
  }
}
