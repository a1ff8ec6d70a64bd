import * as E from 'fp-ts/lib/Either.js'
import {
  type Aggregate,
  blankOrTooLong,
  type Changes,
  conflict,
  type DeclaredName,
  decideChange,
  effectiveChanges,
  fieldErrors,
  type Instant,
  invalid,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import {
  type ReleaseDetails,
  type ReleaseEvent,
  type ReleaseLink,
  type ReleaseText,
  releaseCatalogue,
} from './events.js'
import { linkErrorsBeside } from './link-rules.js'

/** A release as `decide` needs it. */
export interface LiveRelease {
  readonly kind: 'live'
  readonly projectId: number
  readonly tag: string
  readonly name: string
  readonly description: ReleaseText
  readonly releasedAt: Instant | null
  readonly milestoneIds: ReadonlyArray<number>
  readonly links: ReadonlyArray<ReleaseLink>
  readonly evidenceCount: number
}

export type ReleaseState = { readonly kind: 'none' } | LiveRelease | { readonly kind: 'deleted' }

/** What can be changed of a release. */
export type ReleaseChanges = Changes<Pick<LiveRelease, 'name' | 'description' | 'releasedAt' | 'milestoneIds'>>

export type ReleaseCommand =
  /** `evidence`: the SHA-256 of the document, null for upcoming and historical releases. */
  | ({ readonly type: 'Create'; readonly evidence: string | null } & ReleaseDetails)
  | ({ readonly type: 'Change' } & ReleaseChanges)
  | { readonly type: 'AddLink'; readonly link: ReleaseLink }
  | { readonly type: 'ChangeLink'; readonly id: number; readonly changes: Changes<Omit<ReleaseLink, 'id'>> }
  | { readonly type: 'DeleteLink'; readonly id: number }
  /** `unlessCollected`: only the first evidence of the release. */
  | { readonly type: 'CollectEvidence'; readonly sha256: string; readonly unlessCollected: boolean }
  | { readonly type: 'Delete' }

type Decision = E.Either<Rejection, ReadonlyArray<ReleaseEvent>>
type Of<Type extends ReleaseCommand['type']> = Extract<ReleaseCommand, { readonly type: Type }>

/** The unique name of a release: one for each tag of a project. */
export const releaseName = (projectId: number, tag: string): DeclaredName => ({
  kind: 'release',
  name: `${projectId}\0${tag}`,
})

const collected = (number: number, sha256: string) => ({ type: 'EvidenceCollected', data: { number, sha256 } }) as const

const create = (command: Of<'Create'>, state: ReleaseState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const { type: _, evidence, ...data } = command
  const wrong = fieldErrors({ name: blankOrTooLong(data.name) })
  if (wrong !== undefined) return refuse(invalid(wrong))
  const errorsOf = linkErrorsBeside(data.links)
  for (const link of data.links) {
    const errors = errorsOf(link)
    if (errors !== undefined) return refuse(invalid(errors))
  }
  const created = { type: 'ReleaseCreated', data } as const
  return E.right(evidence === null ? [created] : [created, collected(1, evidence)])
}

const change = ({ type: _, ...changes }: Of<'Change'>, live: LiveRelease): Decision => {
  const wrong = fieldErrors({ name: blankOrTooLong(changes.name ?? live.name) })
  if (wrong !== undefined) return refuse(invalid(wrong))
  return decideChange('ReleaseChanged', changes, live)
}

const addLink = (link: ReleaseLink, { links }: LiveRelease): Decision => {
  const errors = linkErrorsBeside(links)(link)
  return errors === undefined ? E.right([{ type: 'ReleaseLinkAdded', data: link }]) : refuse(invalid(errors))
}

const changeLink = ({ id, changes }: Of<'ChangeLink'>, { links }: LiveRelease): Decision => {
  const link = links.find((one) => one.id === id)
  if (link === undefined) return refuse(recordNotFound)
  const difference = effectiveChanges(changes, link)
  if (Object.keys(difference).length === 0) return E.right([])
  const data = { ...link, ...difference }
  const errors = linkErrorsBeside(links)(data)
  return errors === undefined ? E.right([{ type: 'ReleaseLinkChanged', data }]) : refuse(invalid(errors))
}

const decideLive = (command: Exclude<ReleaseCommand, Of<'Create'>>, live: LiveRelease): Decision => {
  switch (command.type) {
    case 'Change':
      return change(command, live)
    case 'AddLink':
      return addLink(command.link, live)
    case 'ChangeLink':
      return changeLink(command, live)
    case 'DeleteLink': {
      const { id } = command
      const isThere = live.links.some((link) => link.id === id)
      return isThere ? E.right([{ type: 'ReleaseLinkDeleted', data: { id } }]) : refuse(recordNotFound)
    }
    case 'CollectEvidence': {
      const { sha256, unlessCollected } = command
      if (unlessCollected && live.evidenceCount > 0) return E.right([])
      return E.right([collected(live.evidenceCount + 1, sha256)])
    }
    case 'Delete':
      return E.right([{ type: 'ReleaseDeleted', data: {} }])
  }
}

const evolveLive = (live: LiveRelease, event: ReleaseEvent): ReleaseState => {
  const { links } = live
  switch (event.type) {
    case 'ReleaseCreated':
      return live
    case 'ReleaseChanged':
      return { ...live, ...event.data }
    case 'ReleaseLinkAdded':
      return { ...live, links: [...links, event.data] }
    case 'ReleaseLinkChanged':
      return { ...live, links: links.map((link) => (link.id === event.data.id ? event.data : link)) }
    case 'ReleaseLinkDeleted':
      return { ...live, links: links.filter((link) => link.id !== event.data.id) }
    case 'EvidenceCollected':
      return { ...live, evidenceCount: event.data.number }
    case 'ReleaseDeleted':
      return { kind: 'deleted' }
  }
}

/** A release: a tag of a project with notes, milestones and links to its files. */
export const release: Aggregate<ReleaseCommand, ReleaseEvent, ReleaseState> = {
  category: 'release',
  stateVersion: 2,
  events: releaseCatalogue,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [releaseName(state.projectId, state.tag)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') return create(command, state)
    return state.kind === 'live' ? decideLive(command, state) : refuse(recordNotFound)
  },
  evolve: (state, event) => {
    if (event.type === 'ReleaseCreated') return { kind: 'live', ...event.data, evidenceCount: 0 }
    return state.kind === 'live' ? evolveLive(state, event) : state
  },
}
