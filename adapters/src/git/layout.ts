import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Paths below the root: repositories in two levels of hashed folders, so that no folder grows without bound. */
export interface Layout {
  readonly root: string
  readonly hooks: string
  readonly pending: string
  readonly locks: string
  readonly removed: string
  readonly repository: (id: number) => string
}

export const layoutOf = (root: string): Layout => ({
  root,
  hooks: join(root, 'hooks'),
  pending: join(root, 'pending'),
  locks: join(root, 'claims'),
  removed: join(root, 'removed'),
  repository: (id) => {
    const digest = createHash('sha256').update(String(id)).digest('hex')
    return join(root, 'repositories', digest.slice(0, 2), digest.slice(2, 4), `${id}.git`)
  },
})
