import { DIFF_FORMS, type DiffForm } from './diff-output.js'
import { DiffReader } from './diff-reader.js'
import { ObjectReader } from './object-reader.js'
import { ProcessPool } from './process-pool.js'
import { RefUpdater } from './ref-updater.js'

/** One in this many repositories with a running reader also has a diff reader. */
const DIFFERS_AMONG = 4

export interface ProcessPoolsOptions {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** How long a diff may take, in milliseconds. */
  readonly timeout: number
  /** The number of repositories with a running reader. */
  readonly places: number
}

/** The long-lived git processes by the folder of their repository. */
export interface ProcessPools {
  readonly reader: (directory: string) => ObjectReader
  readonly refUpdater: (directory: string) => RefUpdater
  readonly diffReader: (form: DiffForm, directory: string) => DiffReader
  /** Closes every process of a repository. */
  readonly drop: (directory: string) => void
  readonly close: () => void
}

export const makeProcessPools = ({ env, cwd, timeout, places }: ProcessPoolsOptions): ProcessPools => {
  const at = (directory: string) => ({ ...env, GIT_DIR: directory })
  const diffReaders = (form: DiffForm) =>
    new ProcessPool(
      (directory) => new DiffReader({ form: DIFF_FORMS[form], env: at(directory), cwd, timeout }),
      Math.ceil(places / DIFFERS_AMONG),
    )
  const readers = new ProcessPool((directory) => new ObjectReader(at(directory), cwd), places)
  const refUpdaters = new ProcessPool((directory) => new RefUpdater(at(directory), cwd), places)
  const diffs = { records: diffReaders('records'), texts: diffReaders('texts') }
  const pools = [readers, refUpdaters, diffs.records, diffs.texts]
  return {
    reader: (directory) => readers.of(directory),
    refUpdater: (directory) => refUpdaters.of(directory),
    diffReader: (form, directory) => diffs[form].of(directory),
    drop: (directory) => {
      for (const pool of pools) pool.drop(directory)
    },
    close: () => {
      for (const pool of pools) pool.close()
    },
  }
}
