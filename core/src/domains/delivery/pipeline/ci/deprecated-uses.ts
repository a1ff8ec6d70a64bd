import { CI_BUILD_VARIABLES, isDeprecated, lifespanOf, type ReleaseItemId } from '../../../../releases/index.js'
import { isHash } from './hash.js'

const OLD_VARIABLE = /\bCI_BUILD_[A-Z_]+\b/g

/** Every text of a file, including keys; aliases are visited once. */
const textsIn = function* (value: unknown, seen = new Set<object>()): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  for (const [key, inner] of Object.entries(value)) {
    yield key
    yield* textsIn(inner, seen)
  }
}

const oldVariablesIn = (file: unknown): ReadonlyArray<ReleaseItemId> => {
  const found = new Set<ReleaseItemId>()
  for (const text of textsIn(file))
    for (const [name] of text.matchAll(OLD_VARIABLE))
      if (Object.hasOwn(CI_BUILD_VARIABLES, name)) found.add(`ci_variable.${name}` as ReleaseItemId)
  return [...found]
}

/** The deprecated keywords of a job. */
const usesOfJob = (name: string, job: unknown): ReadonlyArray<ReleaseItemId> => {
  if (!isHash(job)) return []
  const artifacts = job['artifacts']
  const reports = isHash(artifacts) ? artifacts['reports'] : undefined
  return [
    ...('type' in job ? (['ci.type_keyword'] as const) : []),
    ...(isHash(reports) && 'cobertura' in reports ? (['ci.artifacts_reports_cobertura'] as const) : []),
    ...([...name].length > 255 ? (['ci.long_job_names'] as const) : []),
  ]
}

/**
 * What a CI file uses that the release still accepts but has deprecated: items of the release table
 * (docs/reference/behaviour/instance.md#deprecation-schedule).
 */
export const deprecatedUses = (file: unknown, release: string): ReadonlyArray<ReleaseItemId> => {
  if (!isHash(file)) return []
  const uses: ReadonlyArray<ReleaseItemId> = [
    ...('types' in file ? (['ci.types_keyword'] as const) : []),
    ...Object.entries(file).flatMap(([name, job]) => usesOfJob(name, job)),
    ...oldVariablesIn(file),
  ]
  return [...new Set(uses)].filter((use) => isDeprecated(lifespanOf(use), release))
}
