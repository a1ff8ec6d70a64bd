import * as E from 'fp-ts/lib/Either.js'
import { type ReleaseItemId, releaseItem } from '../../../../releases/index.js'
import type { CiDialect, JobConfig } from './config.js'
import { deprecatedUses } from './deprecated-uses.js'
import { type Hash, isHash, texts, word } from './hash.js'
import { mergedJobs, readCiConfig } from './read-config.js'
import { inheritedBy, sharedOf } from './read-job.js'

/** A CI file to validate. */
export interface LintRequest {
  readonly lint: Uint8Array
  /** The files that it includes; its own keys override theirs. */
  readonly included?: ReadonlyArray<Uint8Array>
  readonly dialect: CiDialect
  readonly release: string
}

/** A job as the validation of a CI file shows it. */
export interface LintedJob {
  readonly name: string
  readonly stage: string
  readonly beforeScript: ReadonlyArray<string>
  readonly script: ReadonlyArray<string>
  readonly afterScript: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
  readonly environment: string | null
  readonly when: string
  readonly allowFailure: boolean
  readonly only: unknown
  readonly except: unknown
  readonly needs: ReadonlyArray<{ readonly name: string }> | null
}

/** The result of validating a CI file. */
export interface CiLint {
  readonly kind: 'linted'
  readonly errors: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
  /** The file with its templates merged into the jobs; null where it cannot be parsed. */
  readonly mergedYaml: string | null
  readonly jobs: ReadonlyArray<LintedJob>
}

/** The `only` of a job that does not say when it runs. */
const ALWAYS = { refs: ['branches', 'tags'] }

const filterOf = (u: unknown): unknown => (u === undefined || u === null ? null : isHash(u) ? u : { refs: texts(u) })

const environmentName = (u: unknown): string | null =>
  typeof u === 'string' ? u : isHash(u) && typeof u['name'] === 'string' ? u['name'] : null

const lintedJob = ({ name, needs }: JobConfig, own: Hash, shared: Hash): LintedJob => {
  const job: Hash = { ...inheritedBy(own, 'default', shared), ...own }
  const saysWhen = ['only', 'except', 'rules'].some((key) => key in job)
  const when = word(job['when'] ?? 'on_success')
  const environment = job['environment']
  return {
    name,
    stage: word(job['stage'] ?? job['type'] ?? 'test'),
    beforeScript: texts(job['before_script']),
    script: texts(job['script']),
    afterScript: texts(job['after_script']),
    tags: texts(job['tags']),
    environment: environmentName(environment),
    when,
    allowFailure: job['allow_failure'] === undefined ? when === 'manual' : job['allow_failure'] === true,
    only: saysWhen ? filterOf(job['only']) : ALWAYS,
    except: filterOf(job['except']),
    needs: needs?.map((need) => ({ name: need.job })) ?? null,
  }
}

/** The warning for a deprecated keyword. */
const warningOf = (use: ReleaseItemId): string => {
  const item = releaseItem(use)
  const instead = item?.replacedBy === undefined ? '' : `, use \`${item.replacedBy}\``
  return `\`${item?.name}\` is deprecated in ${item?.deprecated} and will be removed in ${item?.until}${instead}`
}

/** Looks over a CI file that is plain data already (docs/reference/behaviour/delivery.md#ci-lint). */
export const lintConfig = (
  file: unknown,
  { dialect, release }: Pick<LintRequest, 'dialect' | 'release'>,
  yamlOf: (file: unknown) => string,
): CiLint => {
  const config = readCiConfig(file, dialect)
  const warnings = deprecatedUses(file, release).map(warningOf)
  const merged: Hash = isHash(file) ? { ...file, ...mergedJobs(file) } : {}
  const mergedYaml = isHash(file) ? yamlOf(merged) : null
  if (E.isLeft(config)) return { kind: 'linted', errors: config.left, warnings, mergedYaml, jobs: [] }
  const shared = sharedOf(merged)
  const jobs = config.right.jobs.map((job) => lintedJob(job, merged[job.origin] as Hash, shared))
  return { kind: 'linted', errors: [], warnings, mergedYaml, jobs }
}
