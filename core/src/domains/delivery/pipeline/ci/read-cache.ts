import type { JobCache, JobCacheKey } from './execution.js'
import { type Hash, isHash, texts, word } from './hash.js'

const MOST_CACHES = 4
const MOST_FILES = 2
const MOST_FALLBACKS = 5
const POLICIES = ['pull-push', 'pull', 'push'] as const
const WHENS = ['on_success', 'on_failure', 'always'] as const

const listed = (u: unknown): ReadonlyArray<unknown> => (Array.isArray(u) ? u : u === undefined || u === null ? [] : [u])

const keyErrors = (what: string, key: unknown): ReadonlyArray<string> => {
  if (!isHash(key)) return []
  const files = key['files']
  if (files === undefined) return [`${what}:key config missing required keys: files`]
  if (!Array.isArray(files) || files.some((file) => typeof file !== 'string'))
    return [`${what}:key:files config should be an array of strings`]
  if (files.length === 0) return [`${what}:key:files config requires at least 1 item`]
  return files.length > MOST_FILES ? [`${what}:key:files config has too many items (maximum is ${MOST_FILES})`] : []
}

const fallbackErrors = (what: string, keys: unknown): ReadonlyArray<string> => {
  if (keys === undefined) return []
  if (!Array.isArray(keys) || keys.some((key) => typeof key !== 'string'))
    return [`${what} fallback keys should be an array of strings`]
  return keys.length > MOST_FALLBACKS ? [`${what} fallback keys has too many entries (maximum ${MOST_FALLBACKS})`] : []
}

/** Every error in the `cache` of a job. */
export const cacheErrors = (name: string, caches: unknown): ReadonlyArray<string> => {
  const what = `jobs:${name}:cache`
  const all = listed(caches)
  if (all.length > MOST_CACHES) return [`${what} config no more than ${MOST_CACHES} caches can be created`]
  return all
    .filter(isHash)
    .flatMap((cache) => [...keyErrors(what, cache['key']), ...fallbackErrors(what, cache['fallback_keys'])])
}

const keyOf = (u: unknown): JobCacheKey => {
  if (!isHash(u)) return { text: u === undefined || u === null ? 'default' : word(u), files: null }
  return { text: word(u['prefix'] ?? ''), files: texts(u['files']).slice(0, MOST_FILES) }
}

const cacheOf = (u: Hash): JobCache => ({
  key: keyOf(u['key']),
  paths: texts(u['paths']),
  untracked: u['untracked'] === true,
  policy: POLICIES.find((policy) => policy === u['policy']) ?? 'pull-push',
  when: WHENS.find((when) => when === u['when']) ?? 'on_success',
  unprotect: u['unprotect'] === true,
  fallbackKeys: texts(u['fallback_keys']).slice(0, MOST_FALLBACKS),
})

/** The caches of a valid job. */
export const cachesOf = (u: unknown): ReadonlyArray<JobCache> =>
  listed(u).filter(isHash).slice(0, MOST_CACHES).map(cacheOf)
