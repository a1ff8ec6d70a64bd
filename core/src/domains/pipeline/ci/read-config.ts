import * as E from 'fp-ts/lib/Either.js'
import type { CiConfig, CiDialect, JobConfig, JobEnvironment, Need, RefFilter, Rule, When } from './config.js'
import { ciDuration } from './duration.js'
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
const WHENS: ReadonlyArray<string> = ['on_success', 'on_failure', 'always', 'manual', 'delayed', 'never']
const ACTIONS: ReadonlyArray<string> = ['start', 'prepare', 'stop', 'verify', 'access']

type Hash = Readonly<Record<string, unknown>>

const isHash = (u: unknown): u is Hash => typeof u === 'object' && u !== null && !Array.isArray(u)
/** A word of the file; hashes and lists are none. */
const word = (u: unknown): string => (typeof u === 'object' && u !== null ? '' : String(u))
const texts = (u: unknown): ReadonlyArray<string> =>
  (Array.isArray(u) ? u.flat() : u === undefined || u === null ? [] : [u]).map(word)
const variablesOf = (u: unknown): Readonly<Record<string, string>> =>
  isHash(u)
    ? Object.fromEntries(
        Object.entries(u).map(([key, value]) => [key, word(isHash(value) ? (value['value'] ?? '') : (value ?? ''))]),
      )
    : {}

const whenOf = (u: unknown): When | undefined => (WHENS.includes(word(u)) ? (word(u) as When) : undefined)

const allowFailureOf = (u: unknown): boolean | undefined =>
  typeof u === 'boolean' ? u : isHash(u) && 'exit_codes' in u ? true : undefined

const pathsOf = (u: unknown): ReadonlyArray<string> => texts(isHash(u) ? u['paths'] : u)

const ruleOf = (u: Hash): Rule => {
  const when = whenOf(u['when'])
  const allowFailure = allowFailureOf(u['allow_failure'])
  return {
    ...(typeof u['if'] === 'string' ? { if: u['if'] } : {}),
    ...('changes' in u ? { changes: pathsOf(u['changes']) } : {}),
    ...('exists' in u ? { exists: pathsOf(u['exists']) } : {}),
    ...(when === undefined ? {} : { when }),
    ...(allowFailure === undefined ? {} : { allowFailure }),
  }
}

const rulesOf = (u: unknown): ReadonlyArray<Rule> | undefined =>
  Array.isArray(u) ? u.flat().filter(isHash).map(ruleOf) : undefined

const refFilterOf = (u: unknown): RefFilter | undefined => {
  if (u === undefined || u === null) return undefined
  if (isHash(u)) return { refs: texts(u['refs']), variables: texts(u['variables']), changes: texts(u['changes']) }
  return { refs: texts(u), variables: [], changes: [] }
}

const environmentOf = (u: unknown): JobEnvironment | undefined => {
  if (typeof u === 'string') return { name: u, url: null, action: 'start', onStop: null, tier: null, autoStopIn: null }
  if (!isHash(u) || typeof u['name'] !== 'string') return undefined
  const action = word(u['action'] ?? 'start')
  const text = (key: string): string | null => (typeof u[key] === 'string' ? (u[key] as string) : null)
  return {
    name: u['name'],
    url: text('url'),
    action: ACTIONS.includes(action) ? (action as JobEnvironment['action']) : 'start',
    onStop: text('on_stop'),
    tier: text('deployment_tier'),
    autoStopIn: ciDuration(text('auto_stop_in') ?? '') ?? null,
  }
}

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

const jobErrors = (
  name: string,
  job: Hash,
  stages: ReadonlyArray<string>,
  stage: string,
  dialect: CiDialect,
): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  if (dialect.longestJobName !== undefined && name.length > dialect.longestJobName)
    wrong.push(`jobs:${name} name is too long (maximum is ${dialect.longestJobName} characters)`)
  if (!('script' in job) && !('trigger' in job) && !('run' in job))
    wrong.push(`jobs:${name} config should implement a script: or a trigger: keyword`)
  if ('script' in job && texts(job['script']).length === 0) wrong.push(`jobs:${name}:script config can't be blank`)
  if (!stages.includes(stage))
    wrong.push(`${name} job: chosen stage does not exist; available stages are ${stages.join(', ')}`)
  if ('type' in job && !dialect.acceptsTypes) wrong.push(`jobs:${name} config contains unknown keys: type`)
  if ('when' in job && whenOf(job['when']) === undefined)
    wrong.push(`jobs:${name} when should be one of: ${WHENS.join(', ')}`)
  const startIn = job['start_in']
  if (startIn !== undefined && ciDuration(word(startIn)) === undefined)
    wrong.push(`jobs:${name} start in should be a duration`)
  if ('rules' in job && ('only' in job || 'except' in job))
    wrong.push(`jobs:${name} config key may not be used with \`rules\`: ${'only' in job ? 'only' : 'except'}`)
  const artifacts = job['artifacts']
  if (
    !dialect.acceptsCobertura &&
    isHash(artifacts) &&
    isHash(artifacts['reports']) &&
    'cobertura' in artifacts['reports']
  )
    wrong.push(`jobs:${name}:artifacts:reports config contains unknown keys: cobertura`)
  const environment = job['environment']
  if (environment !== undefined && environmentOf(environment) === undefined)
    wrong.push(`jobs:${name}:environment config should be a hash or a string`)
  return wrong
}

/** Needs of other pipelines and projects are nothing to wait for here. */
const needsOf = (u: unknown): ReadonlyArray<Need> | undefined =>
  Array.isArray(u)
    ? u.flatMap((need) => {
        if (!isHash(need)) return [{ job: word(need), optional: false }]
        const isElsewhere = 'pipeline' in need || 'project' in need || typeof need['job'] !== 'string'
        return isElsewhere ? [] : [{ job: word(need['job']), optional: need['optional'] === true }]
      })
    : undefined

const jobOf = (name: string, job: Hash, stage: string): JobConfig => ({
  name,
  stage,
  when: whenOf(job['when']) ?? 'on_success',
  allowFailure: allowFailureOf(job['allow_failure']),
  rules: rulesOf(job['rules']),
  only: refFilterOf(job['only']),
  except: refFilterOf(job['except']),
  environment: environmentOf(job['environment']),
  variables: variablesOf(job['variables']),
  needs: needsOf(job['needs']),
  startIn: job['start_in'] === undefined ? undefined : ciDuration(word(job['start_in'])),
})

const stagesOf = (file: Hash, dialect: CiDialect): ReadonlyArray<string> => {
  const given = file['stages'] ?? (dialect.acceptsTypes ? file['types'] : undefined)
  return given === undefined ? DEFAULT_STAGES : ['.pre', ...texts(given), '.post']
}

/** Reads a CI file that is already plain data; on the left, every sentence that says what is wrong with it. */
export const readCiConfig = (file: unknown, dialect: CiDialect): E.Either<ReadonlyArray<string>, CiConfig> => {
  if (!isHash(file)) return E.left(['Invalid configuration format'])
  const stages = stagesOf(file, dialect)
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
    else jobs.push(jobOf(name, job.right, stage))
  }
  if (errors.length === 0) errors.push(...relationErrors(jobs, stages))
  if (errors.length > 0) return E.left(errors)
  if (jobs.length === 0) return E.left(['jobs config should contain at least one visible job'])
  const workflow = isHash(file['workflow']) ? rulesOf(file['workflow']['rules']) : undefined
  return E.right({ stages, jobs, workflow, variables: variablesOf(file['variables']) })
}
