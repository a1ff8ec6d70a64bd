import type { Forge } from '../../../app/forge.js'
import { isLongText, keepText, keptText } from '../../../app/long-text.js'
import type { NoteBody } from '../events.js'

const EXCERPT = 16 * 1024

/** A text as events hold it: a long one goes to the blobs first. */
export const noteBody = async (forge: Pick<Forge, 'blobs'>, text: string): Promise<NoteBody> =>
  isLongText(text)
    ? { text: text.slice(0, EXCERPT), blob: (await keepText(forge.blobs, text)) ?? null }
    : { text, blob: null }

/** The whole text. */
export const wholeNote = async (forge: Pick<Forge, 'blobs'>, { text, blob }: NoteBody): Promise<string> =>
  blob === null ? text : ((await keptText(forge.blobs, blob)) ?? text)
