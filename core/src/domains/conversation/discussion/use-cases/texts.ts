import type { Forge } from '../../../../app/forge.js'
import { isLongText, keepText, keptText } from '../../../../app/long-text.js'
import { badRequest, type Rejection, tooLong } from '../../../../kernel/index.js'
import type { NoteBody } from '../events.js'

const EXCERPT = 16 * 1024

/** The most characters of a note. */
const MOST_NOTE = 1_000_000

/** What is wrong with the text of a note, in the API's words; undefined where nothing is. A blank one is the decider's to refuse. */
export const textFindings = (text: string): string | undefined => {
  const [finding] = tooLong(text, MOST_NOTE)
  return finding === undefined ? undefined : `{:note=>["${finding}"]}`
}

/** The refusal of a note with such a text; undefined where nothing is wrong. */
export const textRefusal = (text: string): Rejection | undefined => {
  const wrong = textFindings(text)
  return wrong === undefined ? undefined : badRequest(`Note ${wrong}`)
}

/** A text as events hold it: a long one goes to the blobs first. */
export const noteBody = async (forge: Pick<Forge, 'blobs'>, text: string): Promise<NoteBody> =>
  isLongText(text)
    ? { text: text.slice(0, EXCERPT), blob: (await keepText(forge.blobs, text)) ?? null }
    : { text, blob: null }

/** The whole text. */
export const wholeNote = async (forge: Pick<Forge, 'blobs'>, { text, blob }: NoteBody): Promise<string> =>
  blob === null ? text : ((await keptText(forge.blobs, blob)) ?? text)
