import type { CST } from 'yaml'

const partsOf = (token: CST.Token): ReadonlyArray<CST.Token | null | undefined> => {
  if (token.type === 'document') return [token.value]
  return 'items' in token ? token.items.flatMap((item) => ('key' in item ? [item.key, item.value] : [item.value])) : []
}

/** Whether collections stand in collections more than so many deep. Needs no stack of its own, however deep they are. */
export const isDeeperThan = (most: number, tokens: ReadonlyArray<CST.Token>): boolean => {
  let level: ReadonlyArray<CST.Token> = tokens
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true
    level = level.flatMap(partsOf).filter((part) => part != null)
  }
  return false
}
