import type { TriggerConfig } from './config.js'
import { fileSources } from './file-source.js'
import { type Hash, isHash, word } from './hash.js'

/** The keywords of a job that starts a pipeline; it has none of those of jobs that run a script. */
const OF_BRIDGES = new Set([
  'trigger',
  'stage',
  'type',
  'extends',
  'rules',
  'only',
  'except',
  'when',
  'allow_failure',
  'needs',
  'variables',
  'inherit',
  'interruptible',
  'parallel',
  'resource_group',
])
const OF_PROJECTS = new Set(['project', 'branch', 'strategy', 'forward'])
const OF_CHILDREN = new Set(['include', 'strategy', 'forward'])
const OF_FILES = new Set(['local', 'remote', 'template', 'artifact', 'job', 'project', 'ref', 'file', 'rules'])
const OF_FORWARD = new Set(['yaml_variables', 'pipeline_variables'])
const WHENS = 'on_success, on_failure, always, manual'

/** How many parts `include` may have. */
const MOST_PARTS = 3
/** How many files these may name: a part of another project may name several. */
const MOST_FILES = 100

const isBlank = (u: unknown): boolean =>
  u === undefined || u === null || u === '' || (typeof u === 'object' && Object.keys(u).length === 0)

const unknownKeys = (what: string, hash: Hash, known: ReadonlySet<string>): ReadonlyArray<string> => {
  const others = Object.keys(hash).filter((key) => !known.has(key))
  return others.length === 0 ? [] : [`${what} config contains unknown keys: ${others.join(', ')}`]
}

const textError = (what: string, u: unknown): ReadonlyArray<string> =>
  u === undefined || typeof u === 'string' ? [] : [`${what} should be a string`]

const fileErrors = (what: string, file: unknown): ReadonlyArray<string> => {
  if (typeof file === 'string') return []
  if (!isHash(file)) return [`${what} config should be an array or a string`]
  return [
    ...unknownKeys(what, file, OF_FILES),
    ...('artifact' in file && isBlank(file['job'])
      ? [`${what} config must specify the job where to fetch the artifact from`]
      : []),
    ...('project' in file && isBlank(file['file'])
      ? [`${what} config must specify the file where to fetch the config from`]
      : []),
  ]
}

const includeErrors = (what: string, include: unknown): ReadonlyArray<string> => {
  if (isBlank(include)) return [`${what}:include config can't be blank`]
  const files = Array.isArray(include) ? include : [include]
  if (files.length > MOST_PARTS) return [`${what}:include config is too long (maximum is ${MOST_PARTS})`]
  if (fileSources(include).length > MOST_FILES) return [`Maximum of ${MOST_FILES} nested includes are allowed!`]
  return files.flatMap((file) => fileErrors(`${what}:include`, file))
}

const forwardErrors = (what: string, forward: unknown): ReadonlyArray<string> => {
  if (forward === undefined) return []
  if (!isHash(forward)) return [`${what}:forward config should be a hash`]
  const wrong = [...OF_FORWARD].filter((key) => key in forward && typeof forward[key] !== 'boolean')
  return [
    ...unknownKeys(`${what}:forward`, forward, OF_FORWARD),
    ...wrong.map((key) => `${what}:forward ${key.replace('_', ' ')} should be a boolean value`),
  ]
}

const configErrors = (what: string, trigger: unknown): ReadonlyArray<string> => {
  if (isBlank(trigger)) return [`${what} config can't be blank`]
  if (typeof trigger === 'string') return []
  if (!isHash(trigger)) return [`${what} has to be either a string or a hash`]
  const isChild = 'include' in trigger
  return [
    ...unknownKeys(what, trigger, isChild ? OF_CHILDREN : OF_PROJECTS),
    ...(isChild
      ? includeErrors(what, trigger['include'])
      : isBlank(trigger['project'])
        ? [`${what} project can't be blank`]
        : textError(`${what} project`, trigger['project'])),
    ...(isChild ? [] : textError(`${what} branch`, trigger['branch'])),
    ...('strategy' in trigger && trigger['strategy'] !== 'depend' ? [`${what} strategy should be depend`] : []),
    ...forwardErrors(what, trigger['forward']),
  ]
}

/** Every error of a job in what only jobs that start pipelines have. */
export const triggerErrors = (name: string, job: Hash): ReadonlyArray<string> => {
  const what = `jobs:${name}`
  if (!('trigger' in job)) return []
  if ('script' in job) return [`${what} config contains unknown keys: trigger`]
  return [
    ...unknownKeys(what, job, OF_BRIDGES),
    ...(job['when'] === 'delayed' ? [`${what} when should be one of: ${WHENS}`] : []),
    ...configErrors(`${what}:trigger`, job['trigger']),
  ]
}

/** What a valid job starts; undefined for jobs that run a script. */
export const triggerOf = (u: unknown): TriggerConfig | undefined => {
  if (u === undefined) return undefined
  const trigger: Hash = isHash(u) ? u : { project: word(u) }
  const forward = isHash(trigger['forward']) ? trigger['forward'] : {}
  const isChild = 'include' in trigger
  return {
    project: isChild ? null : word(trigger['project']),
    branch: typeof trigger['branch'] === 'string' ? trigger['branch'] : null,
    files: isChild ? fileSources(trigger['include']) : [],
    depends: trigger['strategy'] === 'depend',
    forwardsYamlVariables: forward['yaml_variables'] !== false,
    forwardsPipelineVariables: forward['pipeline_variables'] === true,
  }
}
