import type { Forge } from '../../../../app/forge.js'
import { isLongText, keepText, keptText } from '../../../../app/long-text.js'
import { type FieldErrors, faulty, tooLong, unnamed } from '../../../../kernel/index.js'
import type { Description } from '../events.js'
import { newWords } from '../rules/search-words.js'
import { taskCompletion } from '../rules/task-completion.js'

/** The most characters of a description (docs/reference/behaviour/review.md#text-limits). */
export const MOST_DESCRIPTION = 1_048_576
const MOST_TITLE = 255

/** So many characters of a long text are kept as they are, so that they can be searched; of the rest so many, word by word. */
const EXCERPT = 16 * 1024
const MOST_WORDS = 32 * 1024

/** A description as events hold it: a long text goes to the blobs first. */
export const describe = async (forge: Pick<Forge, 'blobs'>, text: string | null): Promise<Description> => {
  const { count, completed } = taskCompletion(text)
  const tasks = { tasks: count, tasksDone: completed }
  if (text === null || !isLongText(text)) return { text, blob: null, ...tasks }
  const blob = await keepText(forge.blobs, text)
  const words = newWords(text, EXCERPT, MOST_WORDS)
  return { text: text.slice(0, EXCERPT), blob: blob ?? null, ...tasks, words }
}

/** The whole description. */
export const descriptionOf = async (forge: Pick<Forge, 'blobs'>, description: Description): Promise<string | null> =>
  description.blob === null ? description.text : ((await keptText(forge.blobs, description.blob)) ?? description.text)

/** What is wrong with the texts, by field; undefined where nothing is. */
export const textErrors = (texts: {
  readonly title?: string | undefined
  readonly description?: string | null | undefined
}): FieldErrors | undefined => {
  const { title, description } = texts
  return faulty({
    title: title === undefined ? [] : unnamed(title, MOST_TITLE),
    description: typeof description === 'string' ? tooLong(description, MOST_DESCRIPTION) : [],
  })
}
