import type { Forge } from '../../app/forge.js'
import { excerpted, wholeText } from '../../app/long-text.js'
import { blankOrTooLong, type FieldErrors, fieldErrors, tooLong } from '../../kernel/index.js'
import { stripCode } from './code-spans.js'
import type { Description } from './event-fields.js'

/** How many check boxes a text has and how many of them are ticked. */
export interface TaskCompletion {
  readonly count: number
  readonly completed: number
}

const ITEM = /^[ \t]*(?:>[ \t]*)*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)+\[([ \txX\u00a0])\][ \t]+\S/

/** Counts list items that begin with a check box followed by text, line by line (docs/reference/behaviour/planning.md#task-completion). */
export const taskCompletion = (description: string | null): TaskCompletion => {
  let count = 0
  let completed = 0
  if (description === null || !description.includes('[')) return { count, completed }
  for (const line of stripCode(description).split('\n')) {
    const box = ITEM.exec(line)?.[1]
    if (box === undefined) continue
    count++
    if (box === 'x' || box === 'X') completed++
  }
  return { count, completed }
}

const WORD = /\S+/g

/** The searchable length of a word. */
const MAX_LENGTH = 256

/**
 * The words of a text from an offset on that do not occur before it, each once, in lower case, one per line.
 *
 * `most`: the maximum number of characters; later words are left out.
 */
export const newWords = (text: string, from: number, most: number): string => {
  const known = new Set(text.slice(0, from).toLowerCase().match(WORD))
  const words: Array<string> = []
  let length = 0
  // A word that contains the offset counts as a later one.
  const start = text.slice(0, from).search(/\S*$/)
  for (const [found] of text.slice(start).toLowerCase().matchAll(WORD)) {
    const word = found.slice(0, MAX_LENGTH)
    if (known.has(word)) continue
    known.add(word)
    length += word.length + 1
    if (length > most) break
    words.push(word)
  }
  return words.join('\n')
}

/** The most characters of a description (docs/reference/behaviour/review.md#text-limits). */
const MAX_DESCRIPTION_LENGTH = 1_048_576
const MAX_TITLE_LENGTH = 255

/** The beginning of a long text is searchable as it is; of the rest this many characters of single words. */
const MAX_WORDS = 32 * 1024

/** Converts a description to the form that events hold; a long text is stored as a blob first. */
export const describe = async (forge: Pick<Forge, 'blobs'>, text: string | null): Promise<Description> => {
  const { count, completed } = taskCompletion(text)
  const kept = await excerpted(forge, text)
  const description = { text: kept.text, blob: kept.blob, tasks: count, tasksDone: completed }
  if (text === null || kept.text === null || kept.text.length === text.length) return description
  return { words: newWords(text, kept.text.length, MAX_WORDS), ...description }
}

/** The whole description. */
export const wholeDescription = async (forge: Pick<Forge, 'blobs'>, description: Description): Promise<string | null> =>
  wholeText(forge, description)

/** The errors of the texts, by field; undefined where there are none. */
export const textErrors = (texts: {
  readonly title?: string | undefined
  readonly description?: string | null | undefined
}): FieldErrors | undefined => {
  const { title, description } = texts
  return fieldErrors({
    title: title === undefined ? [] : blankOrTooLong(title, MAX_TITLE_LENGTH),
    description: typeof description === 'string' ? tooLong(description, MAX_DESCRIPTION_LENGTH) : [],
  })
}
