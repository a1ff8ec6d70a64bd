import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { checkedShare } from '../instance-rules.js'

/** A repository with damaged objects. */
export interface DamagedRepository {
  readonly projectId: number
  /** The messages of git; never empty. */
  readonly findings: ReadonlyArray<string>
}

/** Which repositories to check, and how long. */
export interface CheckRepositories {
  /** Hours since the epoch. */
  readonly hour: number
  /** Called before each repository: false ends the check. */
  readonly goOn: () => boolean
}

/**
 * Checks the repositories that are due in an hour according to the settings, one at a time.
 *
 * It never refuses.
 */
export const checkRepositories: UseCase<CheckRepositories, ReadonlyArray<DamagedRepository>> = async (
  forge,
  _,
  input,
) => {
  const share = checkedShare(input.hour, forge.settings.current())
  const damaged: Array<DamagedRepository> = []
  for (const projectId of share === undefined ? [] : forge.read.projects.share(share)) {
    if (!input.goOn()) break
    const findings = await forge.git.check(projectId)
    if (findings.length > 0) damaged.push({ projectId, findings })
  }
  return E.right(damaged)
}
