import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../access/index.js'
import { type AvatarChange, avatarErrors, storeAvatar } from '../../../app/avatar.js'
import { withNewCommandId } from '../../../app/command-context.js'
import { createStream } from '../../../app/create-stream.js'
import type { Forge, Query, UseCase, UseCaseResult } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { invalid, notFound, type Rejection, refuse } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { project } from '../project/decider.js'
import { type TopicData, type TopicDetails, topic } from './aggregate.js'
import type { TopicFilter, TopicRow } from './queries.js'

/** Topics, those of most projects first. It never refuses. */
export const listTopics: Query<TopicFilter & { readonly page: PageRequest }, Page<TopicRow>> = (
  forge,
  _,
  { page, ...filter },
) => E.right(forge.read.topics.list(filter, page))

const found = (forge: Forge, id: number): E.Either<Rejection, TopicRow> => {
  return E.fromNullable(notFound())(forge.read.topics.byId(id))
}

/** One topic. Rejections: `NotFound`. */
export const getTopic: Query<number, TopicRow> = (forge, _, id) => found(forge, id)

const shown = (forge: Forge, id: number): E.Either<Rejection, TopicRow> => {
  return shownRow(forge.read.topics.byId(id), 'topic')
}

/** A topic to be made. */
export interface NewTopic extends Omit<TopicData, 'avatar'> {
  readonly avatar?: AvatarChange
}

/** The change of a topic by a new avatar; none where it stays as it is. Rejections: `Invalid` (avatar). */
const pictured = async (forge: Forge, picture: AvatarChange): UseCaseResult<{ readonly avatar?: string }> => {
  const wrong = avatarErrors(picture)
  if (wrong !== undefined) return refuse(invalid(wrong))
  return E.right(picture === undefined ? {} : { avatar: await storeAvatar(forge, picture) })
}

/** Makes a topic. Rejections: `Unauthenticated`; `Forbidden` except for administrators; `Invalid` (name, avatar). */
export const createTopic: UseCase<NewTopic, TopicRow> = async (
  forge,
  { principal, context },
  { avatar: picture, ...input },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const avatar = await pictured(forge, picture)
  if (E.isLeft(avatar)) return avatar
  const made = await createStream(forge, topic, 'topic', { type: 'Create', ...input, ...avatar.right }, context)
  return E.isLeft(made) ? made : shown(forge, made.right.id)
}

/** A change of a topic; omitted fields stay as they are. */
export type ChangeTopic = { readonly id: number; readonly avatar?: AvatarChange } & {
  readonly [K in Exclude<keyof TopicDetails, 'avatar'>]?: TopicDetails[K] | undefined
}

/** Changes a topic. Rejections: `Unauthenticated`; `Forbidden`; `NotFound`; `Invalid` (name, avatar). */
export const changeTopic: UseCase<ChangeTopic, TopicRow> = async (
  forge,
  { principal, context },
  { id, avatar: picture, ...details },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const row = found(forge, id)
  if (E.isLeft(row)) return row
  const avatar = await pictured(forge, picture)
  if (E.isLeft(avatar)) return avatar
  const done = await forge.aggregates.execute(topic, id, { type: 'Change', ...details, ...avatar.right }, context)
  return E.isLeft(done) ? done : shown(forge, id)
}

/** Deletes a topic; projects keep its name. Rejections: `Unauthenticated`; `Forbidden`; `NotFound`. */
export const deleteTopic: UseCase<number, unknown> = async (forge, { principal, context }, id) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const row = found(forge, id)
  return E.isLeft(row) ? row : forge.aggregates.execute(topic, id, { type: 'Delete' }, context)
}

/** A topic to merge into another. */
export interface MergeTopics {
  readonly source: number
  readonly target: number
}

const SAME = (name: string, other: string): boolean => name.toLowerCase() === other.toLowerCase()

/** The topics of a project after the merge. */
const merged = (topics: ReadonlyArray<string>, from: string, to: string): ReadonlyArray<string> => {
  const others = topics.filter((name) => !SAME(name, from) && !SAME(name, to))
  return [...others, to]
}

/**
 * Merges a topic into another: its projects get the other topic, and it is deleted. Rejections: `Unauthenticated`; `Forbidden`; `NotFound`;
 * `Unavailable`.
 */
export const mergeTopics: UseCase<MergeTopics, TopicRow> = async (
  forge,
  { principal, context },
  { source, target },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const from = found(forge, source)
  const to = found(forge, target)
  if (E.isLeft(from)) return from
  if (E.isLeft(to)) return to
  if (source === target) return to
  for (const id of forge.read.topics.projectsAbout(from.right.name)) {
    const row = forge.read.projects.byId(id)
    if (row === undefined) continue
    const topics = merged(row.topics, from.right.name, to.right.name)
    const done = await forge.aggregates.execute(
      project,
      id,
      { type: 'Change', changes: { topics }, bounds: { group: undefined } },
      withNewCommandId(forge, context),
    )
    if (E.isLeft(done)) return done
  }
  const done = await forge.aggregates.execute(topic, source, { type: 'Delete' }, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : shown(forge, target)
}
