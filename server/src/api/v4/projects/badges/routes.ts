import {
  type BadgeRow,
  badgePlaceholders,
  changeBadge,
  checkBadge,
  createBadge,
  deleteBadge,
  getBadge,
  listBadges,
} from '@forgefold/core/domains/projects/badge'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  type Context,
  integer,
  listed,
  ok,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, groupId, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { presentAddresses, presentBadge } from './presenter.js'
import { badgeShape, renderedBadgeShape } from './shape.js'

const area = 'Badges'

const PLACES = [
  { kind: 'project', path: '/projects/:id/badges', id: projectId },
  { kind: 'group', path: '/groups/:id/badges', id: groupId },
] as const

const badgeId = required(integer(), 'The number of the badge')
const name = optional(string(), 'What it is called')

type Kind = (typeof PLACES)[number]['kind']

const answerBadge = async (
  context: Context,
  owner: { readonly kind: Kind; readonly ref: string },
  found: E.Either<Rejection, BadgeRow>,
  status = 200,
): Promise<Answer> => {
  if (E.isLeft(found)) return found
  const place = await badgePlaceholders(context.forge, context, owner)
  return E.isLeft(place) ? place : answer({ status, json: presentBadge(found.right, place.right) })
}

const readRoutes = ({ kind, path, id }: (typeof PLACES)[number]): ReadonlyArray<Route> => [
  route({
    method: 'GET',
    path,
    area,
    summary: `List the badges of a ${kind}`,
    caller: 'anyone',
    params: { id, name: optional(string(), 'Only those of this name'), ...paging },
    success: { status: 200, description: 'The badges', schemaFor: arrayOf(badgeShape) },
    handler: async (context, params) => {
      const owner = { kind, ref: params.id }
      const page = pageRequest(params)
      const found = listBadges(context.forge, context, { owner, name: params.name, page })
      if (E.isLeft(found)) return found
      const place = await badgePlaceholders(context.forge, context, owner)
      return E.isLeft(place) ? place : listed(found.right, page, (row) => presentBadge(row, place.right))
    },
  }),
  route({
    method: 'GET',
    path: `${path}/render`,
    area,
    summary: 'Try the addresses of a badge',
    caller: 'user',
    params: { id, link_url: required(string(), 'Where it leads'), image_url: required(string(), 'Its picture') },
    success: { status: 200, description: 'The addresses', schemaFor: renderedBadgeShape },
    handler: async (context, params) => {
      const owner = { kind, ref: params.id }
      const addresses = { linkUrl: params.link_url, imageUrl: params.image_url }
      const checked = checkBadge(context.forge, context, { owner, ...addresses })
      if (E.isLeft(checked)) return checked
      const place = await badgePlaceholders(context.forge, context, owner)
      return E.isLeft(place) ? place : ok(presentAddresses(addresses, place.right))
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:badge_id`,
    area,
    summary: 'Read one badge',
    caller: 'anyone',
    params: { id, badge_id: badgeId },
    success: { status: 200, description: 'The badge', schemaFor: badgeShape },
    handler: (context, params) => {
      const owner = { kind, ref: params.id }
      return answerBadge(context, owner, getBadge(context.forge, context, { owner, id: params.badge_id }))
    },
  }),
]

const writeRoutes = ({ kind, path, id }: (typeof PLACES)[number]): ReadonlyArray<Route> => [
  route({
    method: 'POST',
    path,
    area,
    summary: 'Make a badge',
    caller: 'user',
    params: { id, link_url: required(string(), 'Where it leads'), image_url: required(string(), 'Its picture'), name },
    success: { status: 201, description: 'The badge', schemaFor: badgeShape },
    handler: async (context, params) => {
      const owner = { kind, ref: params.id }
      const wanted = { owner, name: params.name, linkUrl: params.link_url, imageUrl: params.image_url }
      return answerBadge(context, owner, await createBadge(context.forge, callerOf(context), wanted), 201)
    },
  }),
  route({
    method: 'PUT',
    path: `${path}/:badge_id`,
    area,
    summary: 'Change a badge',
    caller: 'user',
    params: {
      id,
      badge_id: badgeId,
      link_url: optional(string(), 'Where it leads'),
      image_url: optional(string(), 'Its picture'),
      name,
    },
    success: { status: 200, description: 'The badge', schemaFor: badgeShape },
    handler: async (context, params) => {
      const owner = { kind, ref: params.id }
      const wanted = { name: params.name, linkUrl: params.link_url, imageUrl: params.image_url }
      const done = await changeBadge(context.forge, callerOf(context), { owner, id: params.badge_id, ...wanted })
      return answerBadge(context, owner, done)
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/:badge_id`,
    area,
    summary: 'Delete a badge',
    caller: 'user',
    params: { id, badge_id: badgeId },
    success: { status: 204, description: 'Deleted' },
    handler: async (context, params) => {
      const ref = { owner: { kind, ref: params.id }, id: params.badge_id }
      return respondNoContent(await deleteBadge(context.forge, callerOf(context), ref))
    },
  }),
]

/** Badges of projects and groups (docs/reference/behaviour/projects.md#badges). */
export const badgeRoutes: ReadonlyArray<Route> = PLACES.flatMap((place) => [
  ...readRoutes(place),
  ...writeRoutes(place),
])
