import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../app/forge.js'
import { findIssue } from '../../planning/issue/use-cases/find.js'
import { findRequest } from '../../review/merge-request/use-cases/find.js'
import { mentionedIn, type Speaker } from '../../review/merge-request/use-cases/mentions.js'
import type { NoteableType } from '../discussion/events.js'
import { type PlacedReference, placedReferences } from './references.js'

/** A merge request or an issue by its number in the instance. */
interface SpokenOf {
  readonly type: NoteableType
  readonly id: number
}

const idOf = (forge: Forge, { principal, projectId }: Speaker, reference: PlacedReference): number | undefined => {
  const own = forge.read.projects.byId(projectId)
  const { type, project: name, iid } = reference
  const path = name.includes('/') ? name : `${own?.namespace.fullPath ?? ''}/${name}`
  const project = forge.read.projects.byFullPath(path)
  if (project === undefined) return undefined
  const ref = { project: project.id, iid }
  const found = type === 'Issue' ? findIssue(forge, principal, ref) : findRequest(forge, principal, ref, 'hidden')
  return E.isLeft(found) ? undefined : found.right.row.id
}

/** Things that a text speaks of by the name of their project, as far as the speaker may read them; undefined where there are none. */
const spokenOfIn = (forge: Forge, speaker: Speaker, text: string): ReadonlyArray<SpokenOf> | undefined => {
  const things = new Map<string, SpokenOf>()
  for (const reference of placedReferences(text, forge.instance.externalUrl)) {
    const id = idOf(forge, speaker, reference)
    if (id !== undefined) things.set(`${reference.type} ${id}`, { type: reference.type, id })
  }
  return things.size === 0 ? undefined : [...things.values()]
}

/** Whom and what a text speaks of, as events keep it. */
export const spokenIn = (
  forge: Forge,
  speaker: Speaker,
  text: string,
): { readonly mentionedIds: ReadonlyArray<number>; readonly speaksOf?: ReadonlyArray<SpokenOf> } => {
  const speaksOf = spokenOfIn(forge, speaker, text)
  const mentionedIds = mentionedIn(forge, speaker, text)
  return speaksOf === undefined ? { mentionedIds } : { mentionedIds, speaksOf }
}
