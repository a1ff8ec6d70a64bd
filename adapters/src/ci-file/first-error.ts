import { createRequire } from 'node:module'
import type { Document } from 'yaml'

/** An error in a document that the parser accepts, with its place. */
export interface YamlError {
  readonly message: string
  /** The index of its first character. */
  readonly at: number
}

/** The first duplicate key of a mapping, or alias to a collection that contains it; linear in the number of keys. Merge keys may be repeated. */
export const firstError = (document: Document): YamlError | undefined => {
  const { isCollection, isScalar, visit } = createRequire(import.meta.url)('yaml') as typeof import('yaml')
  let found: YamlError | undefined
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
