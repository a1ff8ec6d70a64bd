import type { Forge } from '../../../../app/forge.js'
import { isLongText, keepText, keptText } from '../../../../app/long-text.js'
import type { MilestoneText } from '../events.js'

/** So many characters of a long text stay searchable. */
const EXCERPT = 16 * 1024

/** A description as events hold it: a long text goes to the blobs first. */
export const milestoneText = async (forge: Pick<Forge, 'blobs'>, text: string | null): Promise<MilestoneText> => {
  if (text === null || !isLongText(text)) return { text, blob: null }
  return { text: text.slice(0, EXCERPT), blob: (await keepText(forge.blobs, text)) ?? null }
}

/** The whole description. */
export const wholeMilestoneText = async (
  forge: Pick<Forge, 'blobs'>,
  { text, blob }: MilestoneText,
): Promise<string | null> => (blob === null ? text : ((await keptText(forge.blobs, blob)) ?? text))
