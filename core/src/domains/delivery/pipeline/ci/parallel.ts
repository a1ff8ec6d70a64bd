import type { JobConfig, JobNode, Need } from './config.js'
import { type Hash, isHash, texts } from './hash.js'

/** One of the jobs that `parallel` makes of one. */
export interface ParallelJob {
  readonly name: string
  readonly node: JobNode
  /** The variables in which it differs from the others. */
  readonly variables: Readonly<Record<string, string>>
}

type Choice = Readonly<Record<string, string>>

/** Every combination of the values of a hash; those of its last key change fastest. */
const combinations = (entry: Hash): ReadonlyArray<Choice> =>
  Object.entries(entry).reduce<ReadonlyArray<Choice>>(
    (found, [key, values]) => found.flatMap((one) => texts(values).map((value) => ({ ...one, [key]: value }))),
    [{}],
  )

const countOf = (entry: Hash): number =>
  Object.values(entry).reduce<number>((count, values) => count * texts(values).length, 1)

const numberErrors = (what: string, count: number, most: number): ReadonlyArray<string> => {
  if (!Number.isInteger(count)) return [`${what} config must be an integer`]
  if (count < 1) return [`${what} config must be greater than or equal to 1`]
  return count > most ? [`${what} config must be less than or equal to ${most}`] : []
}

const isChoice = (u: unknown): boolean =>
  Array.isArray(u) ? u.every((one) => !isHash(one) && !Array.isArray(one)) : u !== null && !isHash(u)

const matrixErrors = (what: string, matrix: unknown, most: number): ReadonlyArray<string> => {
  if (!Array.isArray(matrix) || !matrix.every(isHash)) return [`${what} config should be an array of hashes`]
  if (!matrix.every((entry) => Object.keys(entry).length > 0 && Object.values(entry).every(isChoice)))
    return [`${what}:variables config should be a hash of key value pairs, value can be an array`]
  const count = matrix.reduce<number>((sum, entry) => sum + countOf(entry), 0)
  return count > most ? [`${what} config generates too many jobs (maximum is ${most})`] : []
}

/** Every error in the `parallel` of a job. */
export const parallelErrors = (name: string, { parallel, trigger }: Hash, most: number): ReadonlyArray<string> => {
  const what = `jobs:${name}:parallel`
  if (parallel === undefined || parallel === null) return []
  if (typeof parallel === 'number')
    return trigger === undefined
      ? numberErrors(what, parallel, most)
      : [`${what} config cannot use "parallel: <number>".`]
  if (!isHash(parallel)) return [`${what} should be an integer or a hash`]
  const others = Object.keys(parallel).filter((key) => key !== 'matrix')
  if (others.length > 0) return [`${what} config contains unknown keys: ${others.join(', ')}`]
  return 'matrix' in parallel
    ? matrixErrors(`${what}:matrix`, parallel['matrix'], most)
    : [`${what} config missing required keys: matrix`]
}

/** How many jobs one can become, in any release. */
const MOST = 200

/** The jobs that `parallel` makes of one; undefined where it stays one, also because it is invalid. */
export const parallelJobs = (name: string, parallel: unknown): ReadonlyArray<ParallelJob> | undefined => {
  if (typeof parallel === 'number') {
    if (numberErrors('', parallel, MOST).length > 0) return undefined
    return Array.from({ length: parallel }, (_, at) => ({
      name: `${name} ${at + 1}/${parallel}`,
      node: { index: at + 1, total: parallel },
      variables: {},
    }))
  }
  if (!isHash(parallel) || matrixErrors('', parallel['matrix'], MOST).length > 0) return undefined
  const choices = (parallel['matrix'] as ReadonlyArray<Hash>).flatMap(combinations)
  return choices.map((variables, at) => ({
    name: `${name}: [${Object.values(variables).join(', ')}]`,
    node: { index: at + 1, total: choices.length },
    variables,
  }))
}

/** The names of the jobs that `parallel` has made of each job, by its name in the file. */
export type ParallelNames = ReadonlyMap<string, ReadonlyArray<string>>

/** Jobs whose needs name every one of the jobs that `parallel` has made of those in the file. */
export const needingAll = (jobs: ReadonlyArray<JobConfig>, names: ParallelNames): ReadonlyArray<JobConfig> => {
  if (names.size === 0) return jobs
  const known = new Map<ReadonlyArray<Need>, ReadonlyArray<Need>>()
  const allOf = (needs: ReadonlyArray<Need>): ReadonlyArray<Need> => {
    const found =
      known.get(needs) ?? needs.flatMap((need) => (names.get(need.job) ?? [need.job]).map((job) => ({ ...need, job })))
    known.set(needs, found)
    return found
  }
  return jobs.map((job) => (job.needs === undefined ? job : { ...job, needs: allOf(job.needs) }))
}
