import { ACCESS, effectiveLevel, readLevel, type Tier } from '../../access/index.js'
import type { ProjectAccess } from '../projects/project/access.js'

/** A participant of an issuable. */
export interface Participant {
  readonly userId: number
  /** Participates by internal notes only. */
  readonly onlyInternally: boolean
}

/** Internal notes, and everything that depends on them, are for reporters and above. */
export const readsInternalNotes = ({ viewer }: Pick<ProjectAccess, 'viewer'>): boolean =>
  readLevel(viewer) >= ACCESS.reporter

/** Whether a user with this access may write internal notes; auditors may only read them. */
export const writesInternalNotes = ({ viewer }: Pick<ProjectAccess, 'viewer'>): boolean =>
  effectiveLevel(viewer) >= ACCESS.reporter

/** The most assignees, and the most reviewers, of an issue or a merge request: one on the free tier. */
export const maxAssignees = (tier: Tier): number => (tier === 'free' ? 1 : Number.POSITIVE_INFINITY)

/** The participants that a user with this access may see, by user id. */
export const participantsFor = (
  access: Pick<ProjectAccess, 'viewer'>,
  participants: ReadonlyArray<Participant>,
): ReadonlyArray<number> => {
  const all = readsInternalNotes(access)
  return participants.flatMap(({ userId, onlyInternally }) => (all || !onlyInternally ? userId : []))
}
