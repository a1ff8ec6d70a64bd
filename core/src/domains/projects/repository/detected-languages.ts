import type { Forge } from '../../../app/forge.js'
import type { RecencyCache } from '../../../app/recency-cache.js'
import type { ProjectRow } from '../project/queries.js'
import { languagesOf } from './languages.js'

/** The languages of commits, by project and commit, in lower case; a commit never changes. */
export type DetectedLanguages = RecencyCache<string, ReadonlySet<string>>

declare module '../../../app/forge.js' {
  interface Forge {
    readonly detectedLanguages: DetectedLanguages
  }
}

const NONE: ReadonlySet<string> = new Set()

/** The languages on the default branch of a project, in lower case; each commit is examined once. */
export const detectedLanguages = async (
  forge: Forge,
  { id, defaultBranch }: Pick<ProjectRow, 'id' | 'defaultBranch'>,
): Promise<ReadonlySet<string>> => {
  if (defaultBranch === null) return NONE
  const git = forge.git.of(id)
  const head = await git.ref(`refs/heads/${defaultBranch}`)
  if (head === undefined) return NONE
  const key = `${id} ${head}`
  const known = forge.detectedLanguages.get(key)
  if (known !== undefined) return known
  const found = new Set((await languagesOf(git, head)).map(([name]) => name.toLowerCase()))
  forge.detectedLanguages.set(key, found)
  return found
}
