import type { IssuableType, Participant } from '@forgefold/core/domains/issuable'

/** A participant as SQLite gives it. */
export interface StoredParticipant {
  readonly userId: number
  readonly internal: number
}

export const participantOf = ({ userId, internal }: StoredParticipant): Participant => ({
  userId,
  onlyInternally: internal === 1,
})

/** Participants through the notes of the issuable `$id`: authors, users mentioned, users who gave an award. */
export const participantsOfNotes = (type: IssuableType): string => {
  const here = `n.noteable_type = '${type}' AND n.noteable_id = $id`
  return `SELECT n.author_id, 3, n.id, n.internal FROM notes n WHERE ${here} AND n.system IS NULL
  UNION ALL SELECT m.user_id, 4, n.id, n.internal FROM notes n JOIN note_mentions m ON m.note_id = n.id WHERE ${here}
  UNION ALL SELECT a.user_id, 6, 0, n.internal FROM notes n
    JOIN awards a ON a.awardable_type = 'Note' AND a.awardable_id = n.id WHERE ${here}`
}

/** Each user once, by the first reason: `rank`, then `place` within it; and whether only internal notes name them. */
export const participantsSql = (reasons: string): string => `
  SELECT user_id AS userId, min(internal) AS internal FROM (${reasons})
  GROUP BY user_id ORDER BY min(internal), min(rank * 1000000000 + place), user_id`
