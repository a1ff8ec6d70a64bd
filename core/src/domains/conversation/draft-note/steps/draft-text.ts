import type { Forge } from '../../../../app/forge.js'
import { wholeNote } from '../../discussion/steps/note-texts.js'
import type { DraftNoteRow } from '../queries.js'

/** The whole text of a draft. */
export const draftText = (forge: Pick<Forge, 'blobs'>, { body }: Pick<DraftNoteRow, 'body'>): Promise<string> =>
  wholeNote(forge, body)
