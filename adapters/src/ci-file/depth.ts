import type { CST } from 'yaml'

const partsOf = (token: CST.Token): ReadonlyArray<CST.Token | null | undefined> => {
  if (token.type === 'document') return [token.value]
  return 'items' in token ? token.items.flatMap((item) => ('key' in item ? [item.key, item.value] : [item.value])) : []
}

/** Whether collections are nested deeper than a limit; iterative, so the depth of the input does not matter. */
export const isDeeperThan = (most: number, tokens: ReadonlyArray<CST.Token>): boolean => {
  let level: ReadonlyArray<CST.Token> = tokens
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true
    level = level.flatMap(partsOf).filter((part) => part != null)
  }
  return false
}
