import { PROJECT_PATH } from '../../review/merge-request/rules/closing-references.js'
import { withoutCode } from '../../review/merge-request/rules/code-spans.js'
import { NAME } from '../../review/merge-request/rules/mentions.js'
import type { NoteableType } from '../discussion/events.js'

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

/** A thing that a text speaks of by the name of its project. */
export interface PlacedReference extends ThingReference {
  /** A full path, or a name beside the project itself. */
  readonly project: string
}

const ADDRESS = /https?:\/\/[^\s<>()[\]"']{1,2000}/g
const BEHIND_ADDRESS = new RegExp(`^/(${PROJECT_PATH})/-/(issues|merge_requests)/(\\d{1,15})(?![\\w-])`)
const PLACED = new RegExp(`(?<![\\w./@&:#!-])(${PROJECT_PATH})([#!])(\\d{1,15})(?![\\w-])`, 'g')

const signOf = (kind: string): ThingReference['type'] => (kind === '#' || kind === 'issues' ? 'Issue' : 'MergeRequest')

/**
 * What a text speaks of by a name with a project (`group/project#4`, `project!7`) or by its address on this instance, each once;
 * code speaks of nothing.
 */
export const placedReferences = (text: string, externalUrl: string): ReadonlyArray<PlacedReference> => {
  if (!/[\w.-][#!]\d|:\/\//.test(text)) return []
  const plain = withoutCode(text)
  const behind = [...plain.matchAll(ADDRESS)].flatMap(([address]) =>
    address.startsWith(externalUrl) ? [BEHIND_ADDRESS.exec(address.slice(externalUrl.length))] : [],
  )
  const found = new Map<string, PlacedReference>()
  for (const match of [...behind, ...plain.replace(ADDRESS, ' ').matchAll(PLACED)]) {
    const [, project = '', kind = '', digits] = match ?? []
    const iid = Number(digits)
    if (project === '' || !Number.isSafeInteger(iid) || found.size === MOST) continue
    const reference = { type: signOf(kind), project, iid }
    found.set(`${project.toLowerCase()} ${reference.type} ${iid}`, reference)
  }
  return [...found.values()]
}

/** A part of a text: the name of somebody or something, or what is between such names. */
export interface NamedPiece {
  readonly text: string
  readonly isName: boolean
}

const ANY_NAME = new RegExp(`(?<![\\w./@&:#!-])(?:@${NAME}(?![\\w@])|(?:${PROJECT_PATH})?[#!]\\d{1,15}(?![\\w-]))`, 'g')

/** A line of text as pieces, in order; all of them together are the text. */
export const piecesOf = (text: string): ReadonlyArray<NamedPiece> => {
  const pieces: Array<NamedPiece> = []
  let from = 0
  for (const { index, 0: name } of text.matchAll(ANY_NAME)) {
    if (index > from) pieces.push({ text: text.slice(from, index), isName: false })
    pieces.push({ text: name, isName: true })
    from = index + name.length
  }
  return from < text.length ? [...pieces, { text: text.slice(from), isName: false }] : pieces
}

/** One name of a thing: its project, where that is named, and what it is there; undefined for other names. */
export const thingNamed = (name: string): (ThingReference & { readonly project: string | undefined }) | undefined => {
  const [, project = '', kind = '', digits = ''] = /^(.*)([#!])(\d{1,15})$/.exec(name) ?? []
  return digits === ''
    ? undefined
    : { type: signOf(kind), iid: Number(digits), project: project === '' ? undefined : project }
}
