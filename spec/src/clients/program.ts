import type { Bench, ProjectClone } from './bench.js'

/** A third-party program, and its task. */
export interface ForeignProgram {
  /** Of its package; on Debian it is installed beforehand (`.ci/run`), of Go it is a library that `spec/clients/go` calls. One of the machine is on its PATH. */
  readonly name: string
  readonly registry: 'npm' | 'PyPI' | 'Debian' | 'Go' | 'machine'
  /** Asks a program of the machine. */
  readonly version?: (bench: Bench) => Promise<string>
  /** Whose versions are told besides. */
  readonly plugins?: ReadonlyArray<string>
  /** What was tried, in a sentence. */
  readonly tried: string
  /** Does it, and throws where the outcome is not what it has to be. */
  readonly use: (place: ProjectClone) => Promise<void>
}
