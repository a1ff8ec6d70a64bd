import { createRequire } from 'node:module'
import type { Document } from 'yaml'

/** What is wrong with a document that can be read, and where it is. */
export interface Fault {
  readonly message: string
  /** The index of its first character. */
  readonly at: number
}

/** Finds the first key that stands twice in a hash, or alias of something that it stands in itself; looks at each key once. Merge keys may stand as often as they like. */
export const firstFault = (document: Document): Fault | undefined => {
  const { isCollection, isScalar, visit } = createRequire(import.meta.url)('yaml') as typeof import('yaml')
  let found: Fault | undefined
  visit(document, {
    Alias: (_, { source, range }, path) => {
      if (!path.some((node) => isCollection(node) && node.anchor === source)) return undefined
      found = { message: `The alias ${source} stands for something that it is part of`, at: range?.[0] ?? 0 }
      return visit.BREAK
    },
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
