import { ciDuration } from './ci-duration.js'
import type { CiDialect } from './config.js'
import { type Hash, isHash, texts, word } from './hash.js'
import { parallelErrors } from './parallel.js'
import { cacheErrors } from './read-cache.js'
import { coverageOf, environmentOf, exitCodesOf, WHENS, whenOf } from './read-job.js'
import { releaseErrors } from './read-release.js'
import { triggerErrors } from './read-trigger.js'

const MAX_DELAY_SECONDS = 7 * 24 * 3600

const delayErrors = (name: string, startIn: number | undefined): ReadonlyArray<string> => {
  if (startIn === undefined) return [`jobs:${name} start in should be a duration`]
  return startIn > MAX_DELAY_SECONDS ? [`jobs:${name} start in should not exceed the limit`] : []
}

const environmentErrors = (name: string, environment: unknown): ReadonlyArray<string> => {
  if (environmentOf(environment) === undefined) return [`jobs:${name}:environment config should be a hash or a string`]
  const stopIn = isHash(environment) ? environment['auto_stop_in'] : undefined
  return stopIn === undefined || stopIn === 'never' || ciDuration(word(stopIn)) !== undefined
    ? []
    : [`jobs:${name}:environment auto stop in should be a duration`]
}

const scriptErrors = (name: string, job: Hash): ReadonlyArray<string> => {
  if ('script' in job) return texts(job['script']).length === 0 ? [`jobs:${name}:script config can't be blank`] : []
  return 'trigger' in job || 'run' in job
    ? []
    : [`jobs:${name} config should implement a script: or a trigger: keyword`]
}

const allowFailureErrors = (name: string, u: unknown): ReadonlyArray<string> => {
  if (u === undefined || u === null || typeof u === 'boolean') return []
  if (!isHash(u)) return [`jobs:${name} allow failure should be a hash or a boolean value`]
  const others = Object.keys(u).filter((key) => key !== 'exit_codes')
  if (others.length > 0) return [`jobs:${name}:allow_failure config contains unknown keys: ${others.join(', ')}`]
  return exitCodesOf(u) === undefined
    ? [`jobs:${name}:allow_failure exit codes should be an array of integers or an integer`]
    : []
}

const artifactErrors = (name: string, artifacts: unknown, dialect: CiDialect): ReadonlyArray<string> => {
  const reports = isHash(artifacts) ? artifacts['reports'] : undefined
  return !dialect.acceptsCobertura && isHash(reports) && 'cobertura' in reports
    ? [`jobs:${name}:artifacts:reports config contains unknown keys: cobertura`]
    : []
}

/** Every error of a job that does not depend on other jobs. */
export const jobErrors = (
  name: string,
  job: Hash,
  stages: ReadonlyArray<string>,
  stage: string,
  dialect: CiDialect,
): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  if (dialect.longestJobName !== undefined && name.length > dialect.longestJobName)
    wrong.push(`jobs:${name} name is too long (maximum is ${dialect.longestJobName} characters)`)
  wrong.push(...scriptErrors(name, job), ...triggerErrors(name, job))
  wrong.push(...parallelErrors(name, job, dialect.mostParallel))
  if (!stages.includes(stage))
    wrong.push(`${name} job: chosen stage does not exist; available stages are ${stages.join(', ')}`)
  if ('type' in job && !dialect.acceptsTypes) wrong.push(`jobs:${name} config contains unknown keys: type`)
  if ('when' in job && whenOf(job['when']) === undefined)
    wrong.push(`jobs:${name} when should be one of: ${WHENS.join(', ')}`)
  const startIn = job['start_in']
  if (startIn !== undefined) wrong.push(...delayErrors(name, ciDuration(word(startIn))))
  if ('rules' in job && ('only' in job || 'except' in job))
    wrong.push(`jobs:${name} config key may not be used with \`rules\`: ${'only' in job ? 'only' : 'except'}`)
  wrong.push(...cacheErrors(name, job['cache']))
  wrong.push(...releaseErrors(name, job['release']))
  wrong.push(...allowFailureErrors(name, job['allow_failure']))
  wrong.push(...artifactErrors(name, job['artifacts'], dialect))
  const resourceGroup = job['resource_group'] ?? ''
  if (typeof resourceGroup !== 'string') wrong.push(`jobs:${name} resource group should be a string`)
  if ('coverage' in job && coverageOf(job['coverage']) === undefined)
    wrong.push(`jobs:${name}:coverage config must be a regular expression`)
  const environment = job['environment']
  if (environment !== undefined) wrong.push(...environmentErrors(name, environment))
  return wrong
}
