import { ciDuration } from './ci-duration.js'
import type { JobConfig, JobEnvironment, Need, RefFilter, Rule, When } from './config.js'
import { type Hash, isHash, texts, word } from './hash.js'
import { triggerOf } from './read-trigger.js'

export const WHENS: ReadonlyArray<string> = ['on_success', 'on_failure', 'always', 'manual', 'delayed', 'never']
const ACTIONS: ReadonlyArray<string> = ['start', 'prepare', 'stop', 'verify', 'access']

/** Shared between all jobs of a file without variables. */
const NO_VARIABLES: Readonly<Record<string, string>> = {}
const NO_SERVICES: ReadonlyArray<string> = []

/** Variables by name; values that are no scalars are empty. */
export const variablesOf = (u: unknown): Readonly<Record<string, string>> =>
  isHash(u)
    ? Object.fromEntries(
        Object.entries(u).map(([key, value]) => [key, word(isHash(value) ? (value['value'] ?? '') : (value ?? ''))]),
      )
    : NO_VARIABLES

/** When a job runs; undefined for unknown words. */
export const whenOf = (u: unknown): When | undefined => (WHENS.includes(word(u)) ? (word(u) as When) : undefined)

const allowFailureOf = (u: unknown): boolean | undefined => (typeof u === 'boolean' ? u : isHash(u) ? false : undefined)

const NO_CODES: ReadonlyArray<number> = []

/** The codes with which a job may fail; undefined where one of them is malformed. */
export const exitCodesOf = (u: unknown): ReadonlyArray<number> | undefined => {
  if (!isHash(u) || !('exit_codes' in u)) return NO_CODES
  const codes = [u['exit_codes']].flat()
  return codes.every((code): code is number => Number.isSafeInteger(code)) ? codes : undefined
}

const pathsOf = (u: unknown): ReadonlyArray<string> => texts(isHash(u) ? u['paths'] : u)

const ruleOf = (u: Hash): Rule => {
  const when = whenOf(u['when'])
  const allowFailure = u['allow_failure']
  const startIn = ciDuration(word(u['start_in'] ?? ''))
  return {
    ...(typeof u['if'] === 'string' ? { if: u['if'] } : {}),
    ...('changes' in u ? { changes: pathsOf(u['changes']) } : {}),
    ...('exists' in u ? { exists: pathsOf(u['exists']) } : {}),
    ...(when === undefined ? {} : { when }),
    ...(typeof allowFailure === 'boolean' ? { allowFailure } : {}),
    ...('variables' in u ? { variables: variablesOf(u['variables']) } : {}),
    ...(startIn === undefined ? {} : { startIn }),
  }
}

/** The clauses of `rules:`. */
export const rulesOf = (u: unknown): ReadonlyArray<Rule> | undefined =>
  Array.isArray(u) ? u.flat().filter(isHash).map(ruleOf) : undefined

const refFilterOf = (u: unknown): RefFilter | undefined => {
  if (u === undefined || u === null) return undefined
  if (isHash(u)) return { refs: texts(u['refs']), variables: texts(u['variables']), changes: texts(u['changes']) }
  return { refs: texts(u), variables: [], changes: [] }
}

/** The environment of a job; undefined where it is malformed. */
export const environmentOf = (u: unknown): JobEnvironment | undefined => {
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
    autoStopIn: ciDuration(word(u['auto_stop_in'] ?? '')) ?? null,
  }
}

/** Needs of other pipelines and projects are ignored. */
const needsOf = (u: unknown): ReadonlyArray<Need> | undefined =>
  Array.isArray(u)
    ? u.flatMap((need) => {
        if (!isHash(need)) return [{ job: word(need), optional: false }]
        const isElsewhere = 'pipeline' in need || 'project' in need || typeof need['job'] !== 'string'
        return isElsewhere ? [] : [{ job: word(need['job']), optional: need['optional'] === true }]
      })
    : undefined

const imageOf = (u: unknown): string | null => {
  const name = isHash(u) ? u['name'] : u
  return typeof name === 'string' ? name : null
}

const servicesOf = (u: unknown): ReadonlyArray<string> =>
  Array.isArray(u) ? u.flatMap((service) => imageOf(service) ?? []) : NO_SERVICES

/** A pattern between slashes; undefined where it is malformed. */
export const coverageOf = (u: unknown): string | undefined =>
  typeof u === 'string' && u.length > 1 && u.startsWith('/') && u.endsWith('/') ? u.slice(1, -1) : undefined

const SHARED = ['image', 'services', 'before_script', 'after_script', 'tags', 'artifacts', 'cache', 'timeout'] as const

/** The defaults of a file for jobs that do not set them. */
export const sharedOf = (file: Hash): Hash => {
  const top = Object.fromEntries(SHARED.flatMap((key) => (key in file ? [[key, file[key]]] : [])))
  return isHash(file['default']) ? { ...top, ...file['default'] } : top
}

const scriptOf = (job: Hash, shared: Hash): ReadonlyArray<string> => {
  const before = texts(job['before_script'] ?? shared['before_script'])
  const script = texts(job['script'] ?? shared['script'])
  const after = texts(job['after_script'] ?? shared['after_script'])
  return before.length + after.length === 0 ? script : [...before, ...script, ...after]
}

/**
 * The part of what a file gives to its jobs that one job takes over: everything, nothing (`inherit: { variables: false }`), or the keys that it
 * names (docs/reference/behaviour/delivery.md#ci-files).
 */
export const inheritedBy = <A>(
  job: Hash,
  what: 'default' | 'variables',
  given: Readonly<Record<string, A>>,
): Readonly<Record<string, A>> => {
  const chosen = isHash(job['inherit']) ? job['inherit'][what] : undefined
  if (chosen === false) return {}
  return Array.isArray(chosen)
    ? Object.fromEntries(Object.entries(given).filter(([key]) => chosen.includes(key)))
    : given
}

/** What a file gives to its jobs: the defaults, and the variables. */
export interface SharedByFile {
  readonly defaults: Hash
  readonly variables: Readonly<Record<string, string>>
}

/** A job from a valid hash. */
export const jobOf = (name: string, job: Hash, stage: string, file: SharedByFile): JobConfig =>
  jobWith(name, job, stage, {
    defaults: inheritedBy(job, 'default', file.defaults),
    variables: inheritedBy(job, 'variables', file.variables),
  })

const inheritedOf = (job: Hash): JobConfig['inheritsVariables'] => {
  const chosen = isHash(job['inherit']) ? job['inherit']['variables'] : undefined
  return Array.isArray(chosen) ? texts(chosen) : chosen !== false
}

const jobWith = (
  name: string,
  job: Hash,
  stage: string,
  { defaults: shared, variables: inheritedVariables }: SharedByFile,
): JobConfig => ({
  name,
  origin: name,
  node: undefined,
  stage,
  when: whenOf(job['when']) ?? 'on_success',
  allowFailure: allowFailureOf(job['allow_failure']),
  allowedExitCodes: exitCodesOf(job['allow_failure']) ?? NO_CODES,
  rules: rulesOf(job['rules']),
  only: refFilterOf(job['only']),
  except: refFilterOf(job['except']),
  environment: environmentOf(job['environment']),
  resourceGroup: typeof job['resource_group'] === 'string' ? job['resource_group'] : undefined,
  variables: variablesOf(job['variables']),
  inheritedVariables,
  inheritsVariables: inheritedOf(job),
  script: scriptOf(job, shared),
  image: imageOf(job['image'] ?? shared['image']),
  services: servicesOf(job['services'] ?? shared['services']),
  tags: texts(job['tags'] ?? shared['tags']),
  needs: needsOf(job['needs']),
  startIn: job['start_in'] === undefined ? undefined : ciDuration(word(job['start_in'])),
  coverage: coverageOf(job['coverage']),
  trigger: triggerOf(job['trigger']),
})
