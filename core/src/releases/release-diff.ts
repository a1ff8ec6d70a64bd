import { compareReleases } from './release.js'
import { releaseItems } from './table/index.js'

/** What changes at a release. */
export type ReleaseChangeKind = 'added' | 'deprecated' | 'removed'

/** One change for a client. */
export interface ReleaseChange {
  readonly release: string
  readonly change: ReleaseChangeKind
  readonly item: (typeof releaseItems)[number]
}

const KINDS: ReadonlyArray<readonly ['since' | 'deprecated' | 'until', ReleaseChangeKind]> = [
  ['until', 'removed'],
  ['deprecated', 'deprecated'],
  ['since', 'added'],
]

/** The reverse of each change: what was added is missing, and what was removed exists again. */
const BACKWARDS: Readonly<Record<ReleaseChangeKind, ReleaseChangeKind | undefined>> = {
  added: 'removed',
  removed: 'added',
  deprecated: undefined,
}

const forwards = (from: string, to: string): ReadonlyArray<ReleaseChange> => {
  const changes: Array<ReleaseChange> = []
  for (const item of releaseItems)
    for (const [end, change] of KINDS) {
      const release = item[end]
      if (release === undefined) continue
      if (compareReleases(release, from) > 0 && compareReleases(release, to) <= 0)
        changes.push({ release, change, item })
    }
  return changes.sort((a, b) => compareReleases(a.release, b.release))
}

/**
 * The changes for a client that moves from one release to another, oldest first; to an older release, newest first.
 *
 * @example
 * assert.deepEqual(releaseDiff('15.3', '15.3'), [])
 */
export const releaseDiff = (from: string, to: string): ReadonlyArray<ReleaseChange> => {
  if (compareReleases(from, to) <= 0) return forwards(from, to)
  const changes: Array<ReleaseChange> = []
  for (const { release, change, item } of [...forwards(to, from)].reverse()) {
    const back = BACKWARDS[change]
    if (back !== undefined) changes.push({ release, change: back, item })
  }
  return changes
}
