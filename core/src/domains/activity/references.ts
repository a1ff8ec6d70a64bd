import type { NoteableType } from '../discussion/events.js'
import { withoutCode } from '../merge-request/rules/code-spans.js'

/** Another thing of the same project that a text speaks of. */
export interface ThingReference {
  readonly type: NoteableType
  readonly iid: number
}

const REFERENCE = /(?<![\w/&#!.-])([#!])(\d{1,15})(?![\w-])/g

/** So many references of one text count. */
const MOST = 50

/** What a text speaks of by its short name (`#4`, `!7`), each once, in order; code speaks of nothing. */
export const thingReferences = (text: string): ReadonlyArray<ThingReference> => {
  if (!/[#!]\d/.test(text)) return []
  const found = new Map<string, ThingReference>()
  for (const [name, sign, digits] of withoutCode(text).matchAll(REFERENCE)) {
    if (found.size === MOST) break
    const iid = Number(digits)
    if (Number.isSafeInteger(iid)) found.set(name, { type: sign === '#' ? 'Issue' : 'MergeRequest', iid })
  }
  return [...found.values()]
}
