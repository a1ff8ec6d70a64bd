import * as E from 'fp-ts/lib/Either.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { checkedShare } from '../instance-rules.js'

/** A repository whose objects are not all as they should be. */
export interface DamagedRepository {
  readonly projectId: number
  /** What git says of it; never empty. */
  readonly findings: ReadonlyArray<string>
}

/**
 * Checks the repositories whose turn it is in an hour (counted since the epoch), as the settings say, one at a time; `goOn` is asked before each.
 *
 * It never refuses.
 */
export const checkRepositories = async (
  forge: Forge,
  input: { readonly hour: number; readonly goOn: () => boolean },
): UseCaseResult<ReadonlyArray<DamagedRepository>> => {
  const share = checkedShare(input.hour, forge.settings.current())
  const damaged: Array<DamagedRepository> = []
  for (const projectId of share === undefined ? [] : forge.read.projects.share(share)) {
    if (!input.goOn()) break
    const findings = await forge.git.check(projectId)
    if (findings.length > 0) damaged.push({ projectId, findings })
  }
  return E.right(damaged)
}
