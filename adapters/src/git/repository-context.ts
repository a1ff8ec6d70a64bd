import type { ObjectStore } from '../git-objects/hash.js'
import type { CommitLinks } from './commit-links.js'
import { writeLooseObject } from './loose-objects.js'
import type { ObjectReader } from './object-reader.js'
import type { Presence } from './presence.js'
import type { Finished, GitProgram, RunOptions } from './program.js'
import type { RefMover } from './ref-mover.js'
import type { SingleFlight } from './single-flight.js'

/** Everything that work on one repository needs. */
export interface RepositoryContext {
  readonly id: number
  readonly directory: string
  /** False where there is no such repository; everything then reads as empty. */
  readonly present: () => Promise<boolean>
  readonly run: (args: ReadonlyArray<string>, options?: RunOptions) => Promise<Finished>
  readonly stream: (args: ReadonlyArray<string>, options?: RunOptions) => AsyncGenerator<Buffer>
  readonly reader: () => ObjectReader
  readonly mover: () => RefMover
  /** For questions that many ask at once. */
  readonly asked: SingleFlight
  readonly links: CommitLinks
  readonly objects: ObjectStore
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
  readonly directoryOf: (repository: number) => string
  /** Quarantined objects of a push. */
  readonly env?: Readonly<Record<string, string>>
}

export const makeRepositoryContext = ({
  env,
  program,
  presence,
  ...parts
}: RepositoryContextOptions): RepositoryContext => {
  const { directory, reader } = parts
  const at = { GIT_DIR: directory, ...env }
  const placed = (options: RunOptions = {}): RunOptions => ({ ...options, env: { ...at, ...options.env } })
  return {
    ...parts,
    present: () => presence.of(directory),
    run: (args, options) => program.run(args, placed(options)),
    stream: (args, options) => program.stream(args, placed(options)),
    objects: {
      read: (object) => reader().contents(object),
      write: (kind, bytes) => writeLooseObject(directory, kind, bytes),
    },
  }
}
