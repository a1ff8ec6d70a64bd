import { withoutCode } from './code-spans.js'

const MENTION = /(?<![\w.@`-])@([A-Za-z0-9_](?:[\w.-]{0,253}[A-Za-z0-9_])?)(?![\w@])/g

/** The user names that a text mentions (`@name`), each once, in lower case; those in code do not count. */
export const mentionedNames = (text: string): ReadonlyArray<string> => {
  if (!text.includes('@')) return []
  const names = new Set<string>()
  for (const [, name] of withoutCode(text).matchAll(MENTION)) names.add((name as string).toLowerCase())
  return [...names]
}
