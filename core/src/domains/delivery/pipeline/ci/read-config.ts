import * as E from 'fp-ts/lib/Either.js'
import type { CiConfig, CiDialect, JobConfig } from './config.js'
import { jobErrors } from './job-errors.js'
import { type Hash, isHash, jobOf, rulesOf, sharedOf, texts, variablesOf, word } from './read-job.js'
import { relationErrors } from './relations.js'

const DEFAULT_STAGES = ['.pre', 'build', 'test', 'deploy', '.post'] as const
const GLOBAL = new Set([
  'image',
  'services',
  'stages',
  'types',
  'before_script',
  'after_script',
  'variables',
  'cache',
  'include',
  'workflow',
  'default',
  'pages:deploy',
  'spec',
])
/** A job with what its templates give it: nearer templates win, hashes are merged. */
const extended = (name: string, file: Hash, seen: ReadonlyArray<string> = []): E.Either<string, Hash> => {
  const own = file[name]
  if (!isHash(own)) return E.left(`jobs:${name}: config should be a hash`)
  if (seen.includes(name) || seen.length > 10)
    return E.left(`jobs:${name}: circular dependency detected in \`extends\``)
  let base: Hash = {}
  for (const parent of texts(own['extends'])) {
    if (!isHash(file[parent])) return E.left(`${name}: unknown keys in \`extends\` (${parent})`)
    const found = extended(parent, file, [...seen, name])
    if (E.isLeft(found)) return found
    base = merge(base, found.right)
  }
  return E.right(merge(base, own))
}

const merge = (under: Hash, over: Hash): Hash => {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over))
    merged[key] = isHash(value) && isHash(under[key]) ? merge(under[key], value) : value
  return merged
}

const stagesOf = (file: Hash, dialect: CiDialect): ReadonlyArray<string> => {
  const given = file['stages'] ?? (dialect.acceptsTypes ? file['types'] : undefined)
  return given === undefined ? DEFAULT_STAGES : ['.pre', ...texts(given), '.post']
}

/** Reads a CI file that is already plain data; on the left, every sentence that says what is wrong with it. */
export const readCiConfig = (file: unknown, dialect: CiDialect): E.Either<ReadonlyArray<string>, CiConfig> => {
  if (!isHash(file)) return E.left(['Invalid configuration format'])
  const stages = stagesOf(file, dialect)
  const shared = sharedOf(file)
  const errors: Array<string> = []
  if ('types' in file && !dialect.acceptsTypes) errors.push('root config contains unknown keys: types')
  const jobs: Array<JobConfig> = []
  for (const name of Object.keys(file)) {
    if (GLOBAL.has(name) || name.startsWith('.')) continue
    const job = extended(name, file)
    if (E.isLeft(job)) {
      errors.push(job.left)
      continue
    }
    const stage = word(job.right['stage'] ?? (dialect.acceptsTypes ? job.right['type'] : undefined) ?? 'test')
    const wrong = jobErrors(name, job.right, stages, stage, dialect)
    if (wrong.length > 0) errors.push(...wrong)
    else jobs.push(jobOf(name, job.right, stage, shared))
  }
  if (errors.length === 0) errors.push(...relationErrors(jobs, stages))
  if (errors.length > 0) return E.left(errors)
  if (jobs.length === 0) return E.left(['jobs config should contain at least one visible job'])
  const workflow = isHash(file['workflow']) ? rulesOf(file['workflow']['rules']) : undefined
  return E.right({ stages, jobs, workflow, variables: variablesOf(file['variables']) })
}
