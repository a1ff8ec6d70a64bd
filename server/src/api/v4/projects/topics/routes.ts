import type { Forge } from '@forgefold/core/app'
import {
  changeTopic,
  createTopic,
  deleteTopic,
  getTopic,
  listTopics,
  mergeTopics,
  type TopicRow,
} from '@forgefold/core/domains/projects/topic'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  filter,
  integer,
  listed,
  nullable,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respond,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { avatar, avatarOf, keptAvatarUrl } from '../../avatar.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf, maybe, integer as number, record, text } from '../../shape.js'

const area = 'Topics'

const topicShape = record('Topic', {
  id: number,
  name: text,
  title: maybe(text),
  description: maybe(text),
  total_projects_count: number,
  avatar_url: maybe(text),
})

const presentTopic = (
  { id, name, title, description, projectsCount, avatar: kept }: TopicRow,
  externalUrl: string,
) => ({
  id,
  name,
  title,
  description,
  total_projects_count: projectsCount,
  avatar_url: keptAvatarUrl(externalUrl, 'projects/topic', { id, avatar: kept }) ?? null,
})

/** Presents topics of one instance. */
const presenterOf =
  ({ instance }: Forge) =>
  (row: TopicRow) =>
    presentTopic(row, instance.externalUrl)

const id = required(integer(), 'The number of the topic')
const title = optional(nullable(string()), 'As pages show it')
const description = optional(nullable(string()), 'What it is about')
const success = { status: 200, description: 'The topic', schemaFor: topicShape }

/** Topics of projects (docs/reference/behaviour/projects.md#topics). */
export const topicRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/topics',
    area,
    summary: 'List topics, those of most projects first',
    caller: 'anyone',
    ...lifespanOf('topics.list'),
    params: {
      search: optional(filter(string()), 'A part of name or title'),
      without_projects: withDefault(boolean(), false, 'Only those that no project is about'),
      ...paging,
    },
    success: { status: 200, description: 'The topics', schemaFor: arrayOf(topicShape) },
    handler: ({ forge, principal }, params) => {
      const page = pageRequest(params)
      const filter = { search: params.search, withoutProjects: params.without_projects }
      const found = listTopics(forge, { principal }, { ...filter, page })
      return E.isLeft(found) ? found : listed(found.right, page, presenterOf(forge))
    },
  }),
  route({
    method: 'GET',
    path: '/topics/:id',
    area,
    summary: 'Read one topic',
    caller: 'anyone',
    ...lifespanOf('topics.read'),
    params: { id },
    success,
    handler: ({ forge, principal }, params) => respond(presenterOf(forge))(getTopic(forge, { principal }, params.id)),
  }),
  route({
    method: 'POST',
    path: '/topics',
    area,
    summary: 'Make a topic',
    caller: 'admin',
    ...lifespanOf('topics.create'),
    params: { name: required(string(), 'As projects name it'), title, description, avatar },
    success: { ...success, status: 201 },
    handler: async (context, params) => {
      const { name, title = null, description = null } = params
      const wanted = { name, title, description, avatar: avatarOf(params.avatar) }
      return respond(presenterOf(context.forge), 201)(await createTopic(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    method: 'PUT',
    path: '/topics/:id',
    area,
    summary: 'Change a topic',
    caller: 'admin',
    ...lifespanOf('topics.update'),
    params: { id, name: optional(string(), 'As projects name it'), title, description, avatar },
    success,
    handler: async (context, params) => {
      const { id, name, title, description } = params
      const wanted = { id, name, title, description, avatar: avatarOf(params.avatar) }
      return respond(presenterOf(context.forge))(await changeTopic(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    method: 'DELETE',
    path: '/topics/:id',
    area,
    summary: 'Delete a topic',
    caller: 'admin',
    ...lifespanOf('topics.delete'),
    params: { id },
    success: { status: 204, description: 'Deleted' },
    handler: async (context, params) =>
      respondNoContent(await deleteTopic(context.forge, callerOf(context), params.id)),
  }),
  route({
    method: 'POST',
    path: '/topics/merge',
    area,
    summary: 'Give the projects of one topic another in its place',
    caller: 'admin',
    ...lifespanOf('topics.merge'),
    params: {
      source_topic_id: required(integer(), 'The topic that goes'),
      target_topic_id: required(integer(), 'The topic that stays'),
    },
    success: { ...success, status: 201 },
    handler: async (context, params) => {
      const pair = { source: params.source_topic_id, target: params.target_topic_id }
      return respond(presenterOf(context.forge), 201)(await mergeTopics(context.forge, callerOf(context), pair))
    },
  }),
]
