import { createRequire } from 'node:module'
import type { Document } from 'yaml'

/** A key that stands twice in one hash, and where its second place is. */
export interface DuplicateKey {
  readonly message: string
  /** The index of its first character. */
  readonly at: number
}

/** Finds the first key that stands twice in a hash; looks at each key once. Merge keys may stand as often as they like. */
export const duplicateKey = (document: Document): DuplicateKey | undefined => {
  const { isScalar, visit } = createRequire(import.meta.url)('yaml') as typeof import('yaml')
  let found: DuplicateKey | undefined
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key) || key.value === '<<') continue
        if (seen.has(key.value)) {
          found = { message: 'Map keys must be unique', at: key.range?.[0] ?? 0 }
          return visit.BREAK
        }
        seen.add(key.value)
      }
      return undefined
    },
  })
  return found
}
