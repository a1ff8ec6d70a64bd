import type { Forge } from '@forgefold/core/app'
import type { MergeRequestFilter, Reaction, Who } from '@forgefold/core/domains/merge-request'
import { dayOf, type Instant } from '@forgefold/core/kernel'
import type { Decoded } from '../../../http/index.js'
import type { globalParams, groupParams, projectParams } from './list-params.js'

/** The decoded parameters of any of the three lists. */
export type ListParams = Partial<Decoded<typeof globalParams>> &
  Partial<Decoded<typeof projectParams>> &
  Partial<Decoded<typeof groupParams>>

/** So many users count where all of several have to have approved. */
const MOST_APPROVERS = 5

const isWord = (text: string, word: 'none' | 'any'): boolean => text.toLowerCase() === word

/** A user by name; a name of nobody is a user who is in nothing. */
const idsNamed = (forge: Forge, names: ReadonlyArray<string>): ReadonlyArray<number> | undefined => {
  const ids = names.map((name) => forge.read.users.byUsername(name)?.id)
  return ids.includes(undefined) ? undefined : (ids as ReadonlyArray<number>)
}

const whoOf = (value: number | 'none' | 'any' | undefined): Who | undefined => {
  if (typeof value !== 'number') return value
  return value === 0 ? 'none' : [value]
}

const whoNamed = (forge: Forge, names: 'none' | 'any' | ReadonlyArray<string> | undefined): Who | undefined => {
  if (names === undefined || typeof names === 'string') return names
  return idsNamed(forge, names) ?? []
}

const both = (one: Who | undefined, other: ReadonlyArray<number>): Who => {
  if (one === undefined || one === 'any') return other
  if (one === 'none' || one.length === 0) return []
  return [...new Set([...one, ...other])]
}

const EMOJI: ReadonlyMap<string, string> = new Map([
  ['+1', 'thumbsup'],
  ['-1', 'thumbsdown'],
])

const reactionOf = (userId: number, text: string | undefined): Reaction | undefined => {
  if (text === undefined || text === '') return undefined
  if (isWord(text, 'none')) return { userId, kind: 'none', name: '' }
  if (isWord(text, 'any')) return { userId, kind: 'any', name: '' }
  return { userId, kind: 'named', name: EMOJI.get(text) ?? text }
}

const milestonesOf = (forge: Forge, title: string | undefined): Who | undefined => {
  if (title === undefined || title === '') return undefined
  const { milestones } = forge.companions
  const today = dayOf(forge.clock.now())
  if (isWord(title, 'none')) return 'none'
  if (isWord(title, 'any')) return 'any'
  if (title === '#upcoming') return milestones.upcoming(today)
  if (title === '#started') return milestones.started(today)
  return milestones.titled(title)
}

const labelsOf = (forge: Forge, names: ReadonlyArray<string> | undefined): MergeRequestFilter['labels'] => {
  if (names === undefined || names.length === 0) return undefined
  if (names.some((name) => isWord(name, 'none'))) return 'none'
  if (names.some((name) => isWord(name, 'any'))) return 'any'
  return names.map((name) => forge.companions.labels.titled(name))
}

const WORDS = /"([^"]+)"|([^\s"]+)/g

const searchOf = (search: string | undefined, places: string | undefined): MergeRequestFilter['search'] => {
  if (search === undefined || search.trim() === '') return undefined
  const words = [...search.matchAll(WORDS)].map(([, phrase, word]) => phrase ?? word ?? '')
  const wanted = (places ?? '').split(',').map((place) => place.trim())
  const chosen = (['title', 'description'] as const).filter((place) => wanted.includes(place))
  return { words, in: chosen.length === 0 ? ['title', 'description'] : chosen }
}

/** A moment that cannot be read is no bound (behaviour sheet §11). */
const momentOf = (text: string | undefined): Instant | undefined => {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : (new Date(at).toISOString() as Instant)
}

const authorsOf = (forge: Forge, params: ListParams): ReadonlyArray<number> | undefined => {
  if (params.author_id !== undefined) return [params.author_id]
  return params.author_username === undefined ? undefined : (idsNamed(forge, [params.author_username]) ?? [])
}

const reviewersOf = (forge: Forge, params: ListParams): Who | undefined => {
  const name = params.reviewer_username
  if (name === undefined || name === '') return whoOf(params.reviewer_id)
  if (isWord(name, 'none')) return 'none'
  return isWord(name, 'any') ? 'any' : whoNamed(forge, [name])
}

/** The negated part; undefined where it names nobody, so that nothing is found. */
const notOf = (forge: Forge, userId: number, not: ListParams['not']): MergeRequestFilter['not'] | 'nothing' => {
  if (not === undefined) return undefined
  const people = (
    id: number | undefined,
    names: ReadonlyArray<string> | undefined,
  ): ReadonlyArray<number> | undefined | 'nothing' =>
    id !== undefined ? [id] : names === undefined ? undefined : (idsNamed(forge, names) ?? 'nothing')
  const one = (name: string | undefined) => (name === undefined ? undefined : [name])
  const authorIds = people(not.author_id, one(not.author_username))
  const assigneeIds = people(not.assignee_id, not.assignee_username)
  const reviewerIds = people(not.reviewer_id, one(not.reviewer_username))
  if (authorIds === 'nothing' || assigneeIds === 'nothing' || reviewerIds === 'nothing') return 'nothing'
  return {
    labelIds: not.labels?.flatMap((name) => forge.companions.labels.titled(name)),
    milestoneIds: not.milestone === undefined ? undefined : forge.companions.milestones.titled(not.milestone),
    authorIds,
    assigneeIds,
    reviewerIds,
    reaction: reactionOf(userId, not.my_reaction_emoji),
  }
}

const approvedOf = (forge: Forge, params: ListParams): Who | undefined => {
  const who = params.approved_by_ids ?? whoNamed(forge, params.approved_by_usernames)
  return Array.isArray(who) ? who.slice(0, MOST_APPROVERS) : who
}

/** Reads the parameters of a list as conditions (behaviour sheet §11); names become numbers here. */
export const filterOf = (
  forge: Forge,
  userId: number,
  params: ListParams,
): Omit<MergeRequestFilter, 'onlooker' | 'projectId' | 'groupId'> => {
  const scope = params.scope?.replaceAll('-', '_')
  const authors = authorsOf(forge, params)
  const assignees = whoOf(params.assignee_id) ?? whoNamed(forge, params.assignee_username)
  const not = notOf(forge, userId, params.not)
  return {
    ids: not === 'nothing' ? [] : undefined,
    not: not === 'nothing' ? undefined : not,
    iids: params.iids,
    status: params.state === undefined || params.state === 'all' ? undefined : params.state,
    authorIds: scope === 'created_by_me' ? (authors ?? [userId]).filter((id) => id === userId) : authors,
    assignees: scope === 'assigned_to_me' ? both(assignees, [userId]) : assignees,
    reviewers: reviewersOf(forge, params),
    approvedBy: approvedOf(forge, params),
    approvers: params.approver_ids,
    labels: labelsOf(forge, params.labels),
    milestones: milestonesOf(forge, params.milestone),
    reaction: reactionOf(userId, params.my_reaction_emoji),
    sourceBranch: params.source_branch,
    targetBranch: params.target_branch,
    search: searchOf(params.search, params.in),
    draft: params.wip === undefined ? undefined : params.wip === 'yes',
    environment: params.environment,
    deployedAfter: momentOf(params.deployed_after),
    deployedBefore: momentOf(params.deployed_before),
    createdAfter: params.created_after,
    createdBefore: params.created_before,
    updatedAfter: params.updated_after,
    updatedBefore: params.updated_before,
    nonArchived: params.non_archived,
    orderBy: params.order_by ?? 'created_at',
    sort: params.sort ?? 'desc',
  }
}
