import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { AsyncQuery, Forge, UseCase } from '../../../../app/forge.js'
import { storedText } from '../../../../app/long-text.js'
import { DAY_SECONDS, notFound, type Rejection, refuse, secondsAfter, unprocessable } from '../../../../kernel/index.js'
import { projectFor } from '../../../projects/project/access.js'
import { findRelease, type ReleaseRef, releaseToWrite } from '../access.js'
import { release } from '../aggregate.js'
import type { ReleaseRow } from '../queries.js'
import { storeEvidence } from '../steps/evidence-document.js'

const collect = async (
  forge: Forge,
  { context }: Caller,
  row: ReleaseRow,
  unlessCollected: boolean,
): Promise<E.Either<Rejection, void>> => {
  const project = forge.read.projects.byId(row.projectId)
  if (project === undefined) return refuse(notFound())
  const stored = await storeEvidence(forge, row, project)
  if (E.isLeft(stored)) return stored
  const command = { type: 'CollectEvidence', sha256: stored.right, unlessCollected } as const
  const done = await forge.aggregates.execute(release, row.id, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/**
 * Collects an evidence of a release. Rejections: `NotFound`; `Forbidden`; `Denied` (the tag is protected); `Unprocessable` (before the release
 * date); `Unavailable`.
 */
export const collectReleaseEvidence: UseCase<ReleaseRef, void> = async (forge, caller, ref) => {
  const found = releaseToWrite(forge, caller, ref)
  if (E.isLeft(found)) return found
  if (found.right.releasedAt > caller.context.at)
    return refuse(unprocessable('Evidence cannot be collected before the release date'))
  return collect(forge, caller, found.right, false)
}

/** How many evidences are collected in one pass. */
const AT_ONCE = 100

/**
 * Collects the evidence of each upcoming release whose date came within the last day, once.
 * Returns how many were due. Rejections: `Unavailable`.
 */
export const collectDueEvidence: UseCase<void, number> = async (forge, caller) => {
  const now = forge.clock.now()
  const due = forge.read.projectReleases.withoutEvidence(secondsAfter(now, -DAY_SECONDS), now, AT_ONCE)
  for (const row of due) {
    const context = withNewCommandId(forge, caller.context)
    const done = await collect(forge, { ...caller, context }, row, true)
    if (E.isLeft(done) && done.left.kind === 'Unavailable') return done
  }
  return E.right(due.length)
}

/** An evidence of a release, by its number. */
export interface ReleaseEvidenceRef extends ReleaseRef {
  readonly number: number
}

/**
 * The JSON document of an evidence, for those who may read the release, the code and the issues of the project. Rejections: `NotFound`;
 * `Forbidden`.
 */
export const readReleaseEvidence: AsyncQuery<ReleaseEvidenceRef, string> = async (forge, { principal }, ref) => {
  const found = findRelease(forge, principal, ref)
  if (E.isLeft(found)) return found
  for (const ability of ['download_code', 'read_issue'] as const) {
    const access = projectFor(forge, principal, ref.project, ability)
    if (E.isLeft(access)) return access
  }
  const evidence = found.right.evidences.find(({ number }) => number === ref.number)
  if (evidence === undefined) return refuse(notFound())
  const text = await storedText(forge.blobs, evidence.sha256)
  return E.fromNullable(notFound())(text)
}
