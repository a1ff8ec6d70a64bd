import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../app/forge.js'
import { stripCode } from './code-spans.js'
import type { IssuableType } from './event-fields.js'
import { findIssuable, type IssuableId } from './issuable.js'
import { mentionedUsers, NAME, type TextAuthor } from './mentions.js'

/** The path of a project, or its name alone. */
export const PROJECT_PATH = '[A-Za-z0-9_][\\w.-]{0,254}(?:/[A-Za-z0-9_][\\w.-]{0,254}){0,20}'

/** An issuable of the same project that a text refers to. */
export interface IssuableReference {
  readonly type: IssuableType
  readonly iid: number
}

const REFERENCE = /(?<![\w/&#!.-])([#!])(\d{1,15})(?![\w-])/g

/** The most references of a text. */
const MAX_REFERENCES = 50

/** The short references of a text (`#4`, `!7`), each once, in order; code is ignored. */
export const shortReferences = (text: string): ReadonlyArray<IssuableReference> => {
  if (!/[#!]\d/.test(text)) return []
  const found = new Map<string, IssuableReference>()
  for (const [name, sign, digits] of stripCode(text).matchAll(REFERENCE)) {
    if (found.size === MAX_REFERENCES) break
    const iid = Number(digits)
    if (Number.isSafeInteger(iid)) found.set(name, { type: sign === '#' ? 'Issue' : 'MergeRequest', iid })
  }
  return [...found.values()]
}

/** A text for readers outside its project: short references get the path of the project as a prefix. Lines with code are unchanged. */
export const referencesFrom = (text: string, projectPath: string): string => {
  if (!/[#!]\d/.test(text)) return text
  const plain = stripCode(text).split('\n')
  return text
    .split('\n')
    .map((line, index) => (line === plain[index] ? line.replace(REFERENCE, (name) => `${projectPath}${name}`) : line))
    .join('\n')
}

/** A reference with the name of its project. */
export interface QualifiedReference extends IssuableReference {
  /** A full path, or the name of a project in the same namespace. */
  readonly project: string
}

const ADDRESS = /https?:\/\/[^\s<>()[\]"']{1,2000}/g
const BEHIND_ADDRESS = new RegExp(`^/(${PROJECT_PATH})/-/(issues|merge_requests)/(\\d{1,15})(?![\\w-])`)
const PLACED = new RegExp(`(?<![\\w./@&:#!-])(${PROJECT_PATH})([#!])(\\d{1,15})(?![\\w-])`, 'g')

const signOf = (kind: string): IssuableReference['type'] =>
  kind === '#' || kind === 'issues' ? 'Issue' : 'MergeRequest'

/** The references of a text with a project (`group/project#4`, `project!7`) or as a URL of this instance, each once; code is ignored. */
export const qualifiedReferences = (text: string, externalUrl: string): ReadonlyArray<QualifiedReference> => {
  if (!/[\w.-][#!]\d|:\/\//.test(text)) return []
  const plain = stripCode(text)
  const behind = [...plain.matchAll(ADDRESS)].flatMap(([address]) =>
    address.startsWith(externalUrl) ? [BEHIND_ADDRESS.exec(address.slice(externalUrl.length))] : [],
  )
  const found = new Map<string, QualifiedReference>()
  for (const match of [...behind, ...plain.replace(ADDRESS, ' ').matchAll(PLACED)]) {
    const [, project = '', kind = '', digits] = match ?? []
    const iid = Number(digits)
    if (project === '' || !Number.isSafeInteger(iid) || found.size === MAX_REFERENCES) continue
    const reference = { type: signOf(kind), project, iid }
    found.set(`${project.toLowerCase()} ${reference.type} ${iid}`, reference)
  }
  return [...found.values()]
}

/** A part of a text: a reference or a mention, or the text between them. */
export interface TextPiece {
  readonly text: string
  readonly isName: boolean
}

const ANY_NAME = new RegExp(`(?<![\\w./@&:#!-])(?:@${NAME}(?![\\w@])|(?:${PROJECT_PATH})?[#!]\\d{1,15}(?![\\w-]))`, 'g')

/** The most pieces of a line; the rest of the line is one more. */
const MAX_PIECES = 20_000

/** The pieces of a line, in order; together they are the line. */
export const splitAtReferences = (text: string): ReadonlyArray<TextPiece> => {
  const pieces: Array<TextPiece> = []
  let from = 0
  for (const { index, 0: name } of text.matchAll(ANY_NAME)) {
    if (pieces.length >= MAX_PIECES) break
    if (index > from) pieces.push({ text: text.slice(from, index), isName: false })
    pieces.push({ text: name, isName: true })
    from = index + name.length
  }
  return from < text.length ? [...pieces, { text: text.slice(from), isName: false }] : pieces
}

/** Parses one reference: its project, where it is named, and the issuable; undefined for other names. */
export const parseReference = (
  name: string,
): (IssuableReference & { readonly project: string | undefined }) | undefined => {
  const [, project = '', kind = '', digits = ''] = /^(.*)([#!])(\d{1,15})$/.exec(name) ?? []
  return digits === ''
    ? undefined
    : { type: signOf(kind), iid: Number(digits), project: project === '' ? undefined : project }
}

const idOf = (
  forge: Forge,
  { principal, projectId }: TextAuthor,
  reference: QualifiedReference,
): number | undefined => {
  const own = forge.read.projects.byId(projectId)
  const { type, project: name, iid } = reference
  const path = name.includes('/') ? name : `${own?.namespace.fullPath ?? ''}/${name}`
  const project = forge.read.projects.byFullPath(path)
  if (project === undefined) return undefined
  const found = findIssuable(forge, { principal }, { type, project: project.id, iid })
  return E.isLeft(found) ? undefined : found.right.id
}

/** The issuables that a text refers to with their project, as far as the author may read them; undefined where there are none. */
const readableReferences = (forge: Forge, speaker: TextAuthor, text: string): ReadonlyArray<IssuableId> | undefined => {
  const things = new Map<string, IssuableId>()
  for (const reference of qualifiedReferences(text, forge.instance.externalUrl)) {
    const id = idOf(forge, speaker, reference)
    if (id !== undefined) things.set(`${reference.type} ${id}`, { type: reference.type, id })
  }
  return things.size === 0 ? undefined : [...things.values()]
}

/** The mentions and references of a text, as events hold them. */
export const mentionsAndReferences = (
  forge: Forge,
  speaker: TextAuthor,
  text: string,
): { readonly mentionedIds: ReadonlyArray<number>; readonly speaksOf?: ReadonlyArray<IssuableId> } => {
  const speaksOf = readableReferences(forge, speaker, text)
  const mentionedIds = mentionedUsers(forge, speaker, text)
  return speaksOf === undefined ? { mentionedIds } : { mentionedIds, speaksOf }
}
