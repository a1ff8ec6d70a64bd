import * as E from 'fp-ts/lib/Either.js'
import type { CiConfig, CiDialect, JobConfig } from './config.js'
import { type Hash, isHash, texts, word } from './hash.js'
import { jobErrors } from './job-errors.js'
import { needingAll, parallelJobs } from './parallel.js'
import { jobOf, rulesOf, type SharedByFile, sharedOf, variablesOf } from './read-job.js'
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
/** How deep templates may extend templates, and how many keys the jobs of a file may inherit altogether. */
const DEEPEST = 10
const MAX_KEYS = 100_000
/** How many lines, variables and other parts all jobs of a file may have together, inherited ones counted each time. */
const MAX_PARTS = 100_000
/** How many errors are reported. */
const MAX_ERRORS = 100

/** Jobs merged with their templates: nearer templates win, hashes are merged. Each template is merged once. */
class Templates {
  readonly #done = new Map<string, { readonly hash: Hash; readonly height: number }>()
  readonly #open: Array<string> = []
  #keys = 0

  constructor(private readonly file: Hash) {}

  /** A job with its templates; on the left, the error in its templates. */
  extended(name: string): E.Either<string, Hash> {
    const found = this.#build(name)
    return E.isLeft(found) ? found : E.right(found.right.hash)
  }

  #build(name: string): E.Either<string, { readonly hash: Hash; readonly height: number }> {
    const own = this.file[name]
    if (!isHash(own)) return E.left(`jobs:${name}: config should be a hash`)
    const known = this.#done.get(name)
    if (this.#open.includes(name) || this.#open.length + (known?.height ?? 0) > DEEPEST)
      return E.left(`jobs:${name}: circular dependency detected in \`extends\``)
    if (known !== undefined) return E.right(known)
    this.#open.push(name)
    const built = this.#put(name, own)
    this.#open.pop()
    if (E.isRight(built)) this.#done.set(name, built.right)
    return built
  }

  #put(name: string, own: Hash): E.Either<string, { readonly hash: Hash; readonly height: number }> {
    let base: Hash = {}
    let height = 0
    for (const parent of texts(own['extends'])) {
      if (!isHash(this.file[parent])) return E.left(`${name}: unknown keys in \`extends\` (${parent})`)
      const found = this.#build(parent)
      if (E.isLeft(found)) return found
      height = Math.max(height, found.right.height + 1)
      base = this.#merged(base, found.right.hash)
      if (this.#keys > MAX_KEYS) return E.left(`jobs:${name}: the templates in \`extends\` are too large`)
    }
    return E.right({ hash: height === 0 ? own : this.#merged(base, own), height })
  }

  #merged(under: Hash, over: Hash): Hash {
    const merged: Record<string, unknown> = { ...under }
    this.#keys += Object.keys(merged).length
    for (const [key, value] of Object.entries(over)) {
      this.#keys++
      merged[key] = isHash(value) && isHash(under[key]) ? this.#merged(under[key], value) : value
    }
    return merged
  }
}

/** One job of a file with its templates; undefined where there is none, or its templates are invalid. */
export const mergedJob = (file: Hash, name: string): Hash | undefined => {
  if (GLOBAL.has(name) || name.startsWith('.') || !Object.hasOwn(file, name)) return undefined
  const whole = new Templates(file).extended(name)
  return E.isRight(whole) ? whole.right : undefined
}

/** Every job and template of a file with its own templates, where these are valid. */
export const mergedJobs = (file: Hash): Hash => {
  const templates = new Templates(file)
  const merged: Record<string, unknown> = {}
  for (const [name, own] of Object.entries(file)) {
    if (GLOBAL.has(name) || !isHash(own)) continue
    const whole = templates.extended(name)
    if (E.isRight(whole)) merged[name] = whole.right
  }
  return merged
}

const stagesOf = (file: Hash, dialect: CiDialect): ReadonlyArray<string> => {
  const given = file['stages'] ?? (dialect.acceptsTypes ? file['types'] : undefined)
  return given === undefined ? DEFAULT_STAGES : ['.pre', ...texts(given), '.post']
}

const partsOf = ({ script, services, tags, needs = [], rules = [], variables }: JobConfig): number =>
  1 + script.length + services.length + tags.length + needs.length + rules.length + Object.keys(variables).length

/** Jobs as they are read, until they have too many parts. */
class ReadJobs {
  readonly #jobs: Array<JobConfig> = []
  readonly #names = new Map<string, ReadonlyArray<string>>()
  #parts = 0

  get isFull(): boolean {
    return this.#parts > MAX_PARTS
  }

  /** Adds a job, or all that `parallel` makes of it. */
  add(job: JobConfig, parallel: unknown): void {
    const several = parallelJobs(job.name, parallel)
    this.#parts += partsOf(job) * (several?.length ?? 1)
    if (several === undefined || this.isFull) {
      this.#jobs.push(job)
      return
    }
    const names = several.map(({ name }) => name)
    this.#names.set(job.name, names)
    for (const { variables, ...one } of several)
      this.#jobs.push({ ...job, ...one, variables: { ...job.variables, ...variables } })
  }

  /** All of them, once each of their needs is added. */
  needing(): ReadonlyArray<JobConfig> {
    if (this.isFull) return []
    const jobs = needingAll(this.#jobs, this.#names)
    for (const { needs } of jobs) this.#parts += needs?.length ?? 0
    return jobs
  }
}

/** The valid jobs of a file, and the errors of the others. Reading stops where there is too much of either. */
const readJobs = (
  file: Hash,
  stages: ReadonlyArray<string>,
  variables: SharedByFile['variables'],
  dialect: CiDialect,
) => {
  const shared = { defaults: sharedOf(file), variables }
  const templates = new Templates(file)
  const errors: Array<string> = []
  const read = new ReadJobs()
  for (const name of Object.keys(file)) {
    if (GLOBAL.has(name) || name.startsWith('.')) continue
    const job = templates.extended(name)
    if (E.isLeft(job)) {
      errors.push(job.left)
      continue
    }
    const stage = word(job.right['stage'] ?? (dialect.acceptsTypes ? job.right['type'] : undefined) ?? 'test')
    const wrong = jobErrors(name, job.right, stages, stage, dialect)
    if (wrong.length > 0) errors.push(...wrong)
    else read.add(jobOf(name, job.right, stage, shared), job.right['parallel'])
    if (read.isFull || errors.length > MAX_ERRORS) break
  }
  const jobs = read.needing()
  if (read.isFull) errors.push('the jobs have too many parts')
  return { jobs, errors }
}

/** Reads a CI file that is plain data; on the left, every error. */
export const readCiConfig = (file: unknown, dialect: CiDialect): E.Either<ReadonlyArray<string>, CiConfig> => {
  if (!isHash(file)) return E.left(['Invalid configuration format'])
  const stages = stagesOf(file, dialect)
  const variables = variablesOf(file['variables'])
  const unknown = 'types' in file && !dialect.acceptsTypes ? ['root config contains unknown keys: types'] : []
  const { jobs, errors: ofJobs } = readJobs(file, stages, variables, dialect)
  const errors = [...unknown, ...ofJobs]
  if (errors.length === 0) errors.push(...relationErrors(jobs, stages))
  if (errors.length > 0) return E.left(errors.slice(0, MAX_ERRORS))
  if (jobs.length === 0) return E.left(['jobs config should contain at least one visible job'])
  const workflow = isHash(file['workflow']) ? rulesOf(file['workflow']['rules']) : undefined
  return E.right({ stages, jobs, workflow, variables })
}
