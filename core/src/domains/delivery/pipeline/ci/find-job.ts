import type { Hash } from './hash.js'
import { type ParallelJob, parallelJobs } from './parallel.js'
import { mergedJob } from './read-config.js'

/** A job of a file with its templates, and which of the jobs it is that `parallel` makes of it. */
export interface FoundJob {
  readonly hash: Hash
  readonly parallel: ParallelJob | undefined
}

/** What stands before the marks that `parallel` adds to a name; the marks may be part of the name as well. */
const originsOf = (name: string): ReadonlyArray<string> => [
  ...[...name.matchAll(/: \[/g)].map(({ index }) => name.slice(0, index)),
  ...[...name.matchAll(/ \d+\/\d+$/g)].map(({ index }) => name.slice(0, index)),
]

/** How many origins are tried. */
const MOST_ORIGINS = 10

/** A job of a valid file by the name that it has in pipelines; undefined where there is none. */
export const findJob = (file: Hash, name: string): FoundJob | undefined => {
  const hash = mergedJob(file, name)
  if (hash !== undefined) return { hash, parallel: undefined }
  for (const origin of originsOf(name).slice(0, MOST_ORIGINS)) {
    const shared = mergedJob(file, origin)
    const parallel = parallelJobs(origin, shared?.['parallel'])?.find((one) => one.name === name)
    if (shared !== undefined && parallel !== undefined) return { hash: shared, parallel }
  }
  return undefined
}

/** The names in pipelines of a job of a file. */
export const namesOf = (file: Hash, name: string): ReadonlyArray<string> =>
  parallelJobs(name, mergedJob(file, name)?.['parallel'])?.map((one) => one.name) ?? [name]
