import { withoutCode } from './code-spans.js'

const PART = '[A-Za-z0-9_](?:[\\w.-]{0,253}[A-Za-z0-9_])?'
/** A user, or a group by its full path. */
export const NAME = `${PART}(?:/${PART}){0,20}`
const MENTION = new RegExp(`(?<![\\w.@\`-])@(${NAME})(?![\\w@])`, 'g')
/** One mention after another, from the beginning of a line on. */
const ADDRESS = new RegExp(`^ {0,3}(?:@${NAME}(?![\\w@])[\\s,]*)+`)
/** What opens and closes a quotation of several lines. */
const QUOTE = '>>>'

const namesIn = (text: string): ReadonlyArray<string> => {
  const names = new Set<string>()
  for (const [, name] of text.matchAll(MENTION)) names.add((name as string).toLowerCase())
  return [...names]
}

/** The names of users and groups that a text mentions (`@name`, `@group/subgroup`), each once, in lower case; those in code do not count. */
export const mentionedNames = (text: string): ReadonlyArray<string> =>
  text.includes('@') ? namesIn(withoutCode(text)) : []

/** Of the names that a text mentions those that a line begins with: whom it speaks to, not of. */
export const addressedNames = (text: string): ReadonlyArray<string> => {
  if (!text.includes('@')) return []
  let isQuoted = false
  const addresses: Array<string> = []
  for (const line of withoutCode(text).split('\n')) {
    if (line.trim() === QUOTE) isQuoted = !isQuoted
    else if (!isQuoted) addresses.push(ADDRESS.exec(line)?.[0] ?? '')
  }
  return namesIn(addresses.join('\n'))
}
