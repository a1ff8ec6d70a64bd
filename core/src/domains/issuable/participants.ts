import { ACCESS, effectiveLevel, readLevel, type Tier } from '../../access/index.js'
import type { ProjectAccess } from '../projects/project/access.js'

/** Somebody who takes part in an issuable. */
export interface Participant {
  readonly userId: number
  /** Nothing but internal notes tells of it. */
  readonly onlyInternally: boolean
}

/** Internal notes, and whatever follows from them, are for reporters and above. */
export const readsInternalNotes = ({ viewer }: Pick<ProjectAccess, 'viewer'>): boolean =>
  readLevel(viewer) >= ACCESS.reporter

/** Whether somebody with this access may write such notes: auditors only read them. */
export const writesInternalNotes = ({ viewer }: Pick<ProjectAccess, 'viewer'>): boolean =>
  effectiveLevel(viewer) >= ACCESS.reporter

/** How many assignees an issue or a merge request may have, and how many reviewers: one on the free tier. */
export const maxAssignees = (tier: Tier): number => (tier === 'free' ? 1 : Number.POSITIVE_INFINITY)

/** The participants that somebody with this access is told of, by user number. */
export const participantsFor = (
  access: Pick<ProjectAccess, 'viewer'>,
  participants: ReadonlyArray<Participant>,
): ReadonlyArray<number> => {
  const all = readsInternalNotes(access)
  return participants.flatMap(({ userId, onlyInternally }) => (all || !onlyInternally ? userId : []))
}
