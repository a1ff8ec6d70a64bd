import { createRequire } from 'node:module'
import type { EmojiNames } from '@forgefold/core/ports'

/** An entry of the library's table; aliases are joined, each between colons. */
interface AlphaCodes {
  readonly alpha_code: string
  readonly aliases: string
}

const bare = (code: string): string => code.replaceAll(':', '')

const readNames = (): ReadonlyMap<string, string> => {
  const require = createRequire(import.meta.url)
  const codes = Object.values(require('emoji-toolkit/extras/alpha-codes/eac.json') as Record<string, AlphaCodes>)
  const aliases = codes.flatMap(({ alpha_code, aliases: others }) =>
    others.split('|').map((other) => [bare(other), bare(alpha_code)] as const),
  )
  const names = codes.map(({ alpha_code }) => [bare(alpha_code), bare(alpha_code)] as const)
  // An emoji's own name wins over another's alias.
  const all = new Map([...aliases, ...names])
  all.delete('')
  return all
}

/**
 * The emoji names of the `emoji-toolkit` library; its table is read when the first name is asked for.
 *
 * @example
 * assert.equal(makeEmojiNames().canonical('no_such_emoji'), undefined)
 */
export const makeEmojiNames = (): EmojiNames => {
  let names: ReadonlyMap<string, string> | undefined
  return {
    canonical: (name) => {
      names ??= readNames()
      return names.get(name)
    },
  }
}
