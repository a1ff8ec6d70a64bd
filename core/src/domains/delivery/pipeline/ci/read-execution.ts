import { ciDuration } from './ci-duration.js'
import type { JobArtifacts, JobExecution, JobImage, JobRetry } from './execution.js'
import { findJob, namesOf } from './find-job.js'
import { type Hash, isHash, texts, word } from './hash.js'
import { cachesOf } from './read-cache.js'
import { environmentOf, inheritedBy, sharedOf, variablesOf } from './read-job.js'
import { releaseCommandOf } from './read-release.js'
import { reportFileOf } from './report-files.js'

const imageOf = (u: unknown): JobImage | undefined => {
  const name = isHash(u) ? u['name'] : u
  if (typeof name !== 'string') return undefined
  const more = isHash(u) ? u : {}
  const alias = typeof more['alias'] === 'string' ? more['alias'] : null
  return { name, alias, entrypoint: texts(more['entrypoint']), command: texts(more['command']) }
}

const WHENS = ['on_success', 'on_failure', 'always'] as const

const endOf = (u: unknown, otherwise: JobArtifacts['when']): JobArtifacts['when'] =>
  WHENS.find((when) => when === u) ?? otherwise

const textOf = (u: unknown): string | null => (u === undefined || u === null ? null : word(u))

const archiveOf = (u: Hash): ReadonlyArray<JobArtifacts> => {
  const paths = texts(u['paths'])
  const untracked = u['untracked'] === true
  if (paths.length === 0 && !untracked) return []
  return [
    {
      name: textOf(u['name']),
      paths,
      exclude: texts(u['exclude']),
      untracked,
      when: endOf(u['when'], 'on_success'),
      expireIn: textOf(u['expire_in']),
      type: 'archive',
      format: 'zip',
    },
  ]
}

const reportsOf = (u: Hash): ReadonlyArray<JobArtifacts> =>
  Object.entries(isHash(u['reports']) ? u['reports'] : {}).map(([keyword, where]) => {
    const type = keyword === 'coverage_report' ? 'cobertura' : keyword
    return {
      ...reportFileOf(type),
      paths: texts(isHash(where) ? where['path'] : where),
      exclude: [],
      untracked: false,
      when: 'always',
      expireIn: textOf(u['expire_in']),
      type,
    }
  })

const listed = (u: unknown): ReadonlyArray<unknown> => (Array.isArray(u) ? u : u === undefined || u === null ? [] : [u])

const MAX_RETRIES = 2

const retryOf = (u: unknown): JobRetry | null => {
  const max = Number(isHash(u) ? u['max'] : u)
  if (!Number.isInteger(max) || max < 1) return null
  const when = isHash(u) ? texts(u['when']) : []
  return { max: Math.min(max, MAX_RETRIES), when: when.length === 0 ? ['always'] : when }
}

const takesArtifacts = (need: Hash): boolean => need['artifacts'] !== false && typeof need['job'] === 'string'

/** Needs of other pipelines and projects are ignored. */
const neededArtifacts = (file: Hash, u: unknown): ReadonlyArray<string> | null =>
  Array.isArray(u)
    ? u.flatMap((need) => {
        if (!isHash(need)) return namesOf(file, word(need))
        return 'pipeline' in need || 'project' in need || !takesArtifacts(need) ? [] : namesOf(file, word(need['job']))
      })
    : null

/** What a runner executes for a job of a CI file that is plain data; undefined where the file has no such job. */
export const executionOf = (file: unknown, name: string): JobExecution | undefined => {
  const found = isHash(file) ? findJob(file, name) : undefined
  if (!isHash(file) || found === undefined) return undefined
  const { hash: own, parallel } = found
  const job: Hash = { ...inheritedBy(own, 'default', sharedOf(file)), ...own }
  const artifacts = isHash(job['artifacts']) ? job['artifacts'] : {}
  return {
    script: ['before_script', 'script'].flatMap((part) => texts(job[part])),
    afterScript: texts(job['after_script']),
    image: imageOf(job['image']) ?? null,
    services: listed(job['services']).flatMap((service) => imageOf(service) ?? []),
    artifacts: [...archiveOf(artifacts), ...reportsOf(artifacts)],
    cache: cachesOf(job['cache']),
    variables: {
      ...inheritedBy(own, 'variables', variablesOf(file['variables'])),
      ...variablesOf(own['variables']),
      ...parallel?.variables,
    },
    node: parallel?.node ?? null,
    dependencies: Array.isArray(job['dependencies'])
      ? texts(job['dependencies']).flatMap((one) => namesOf(file, one))
      : null,
    needs: neededArtifacts(file, own['needs']),
    retry: retryOf(job['retry']),
    release: releaseCommandOf(job['release']),
    environmentUrl: environmentOf(job['environment'])?.url ?? null,
    timeout: job['timeout'] === undefined ? null : (ciDuration(word(job['timeout'])) ?? null),
  }
}
