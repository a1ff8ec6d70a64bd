import type { Forge } from '../../../../app/forge.js'
import { isObjectId } from '../../../../ports/git.js'
import { branchRef, tagRef } from '../../../projects/repository/refs.js'
import type { JobCache, JobCacheKey } from '../../pipeline/ci/execution.js'
import type { AssignedJob } from './job-variables.js'

/** A cache with the key under which its runner keeps it. */
export type KeyedCache = Omit<JobCache, 'key'> & { readonly key: string }

/** As long as a SHA-1. */
const DIGEST_LENGTH = 40

/** Changes with the commits that last touched the files. */
const digestOf = async (
  forge: Forge,
  { pipeline, project }: AssignedJob,
  files: ReadonlyArray<string>,
): Promise<string> => {
  const { sha } = pipeline
  if (!isObjectId(sha)) return 'default'
  const ids = new Set<string>()
  for (const path of files.filter((file) => file !== ''))
    for (const { id } of await forge.git.of(project.id).log({ from: [sha], path, limit: 1 })) ids.add(id)
  return ids.size === 0 ? 'default' : forge.secrets.digest([...ids].sort().join('-')).slice(0, DIGEST_LENGTH)
}

const textOf = async (forge: Forge, given: AssignedJob, { text, files }: JobCacheKey): Promise<string> => {
  if (files === null) return text
  const digest = await digestOf(forge, given, files)
  return text === '' ? digest : `${text}-${digest}`
}

/** The caches of a job. Where the project separates caches, those of protected refs are not shared with others, so that these cannot alter them. */
export const keyedCaches = async (
  forge: Forge,
  given: AssignedJob,
  caches: ReadonlyArray<JobCache>,
): Promise<ReadonlyArray<KeyedCache>> => {
  const { pipeline, project } = given
  const ref = pipeline.tag ? tagRef(pipeline.ref) : branchRef(pipeline.ref)
  const isProtected = pipeline.mergeRequestId === null && forge.refRules.isProtected(project.id, ref)
  const keyed: Array<KeyedCache> = []
  for (const cache of caches) {
    const suffix = project.ciSeparatedCaches ? (isProtected && !cache.unprotect ? '-protected' : '-non_protected') : ''
    keyed.push({ ...cache, key: `${await textOf(forge, given, cache.key)}${suffix}` })
  }
  return keyed
}
