import { type AwardRow, giveAward, takeAwardBack } from '@forgefold/core/domains/award-emoji'
import { findNoteable, type NoteableRef, type NoteableType } from '@forgefold/core/domains/discussion'
import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  integer,
  listed,
  noContent,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respond,
  route,
  string,
} from '../../http/index.js'
import { presentAward } from '../../presenters/award.js'
import { callerOf, projectId } from './shared-params.js'

/** Award emoji of one kind of thing. */
const routesOf = (type: NoteableType, place: string, what: string): ReadonlyArray<Route> => {
  const PATH = `/projects/:id/${place}/:noteable_iid/award_emoji`
  const thing = { id: projectId, noteable_iid: required(integer(), `The number of the ${what} in its project`) }
  const one = { ...thing, award_id: required(integer(), 'The number of the award') }
  const shared = { area: 'Award emoji', door: 'user' } as const
  const refOf = (params: { readonly id: string; readonly noteable_iid: number }): NoteableRef => ({
    type,
    project: params.id,
    iid: params.noteable_iid,
  })
  return [
    route({
      ...shared,
      method: 'GET',
      path: PATH,
      summary: `List the award emoji of one ${what}`,
      params: { ...thing, ...paging },
      success: { status: 200, description: 'The award emoji' },
      handler: async ({ forge, principal }, params) => {
        const found = findNoteable(forge, principal, refOf(params))
        if (E.isLeft(found)) return found
        const page = pageRequest(params)
        return listed(forge.read.awards.list(type, found.right.id, page), page, (row) => presentAward(forge, row))
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${PATH}/:award_id`,
      summary: `Read one award emoji of one ${what}`,
      params: one,
      success: { status: 200, description: 'The award emoji' },
      handler: async ({ forge, principal }, params) => {
        const found = findNoteable(forge, principal, refOf(params))
        if (E.isLeft(found)) return found
        const row = forge.read.awards.find(type, found.right.id, params.award_id)
        if (row === undefined) return reject(notFound('Award Emoji'))
        return E.right({ status: 200, json: presentAward(forge, row) })
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: PATH,
      summary: `Give an emoji to one ${what}`,
      params: { ...thing, name: required(string(), 'The name of the emoji, without colons') },
      success: { status: 201, description: 'The award emoji' },
      handler: async (context, params) => {
        const made = await giveAward(callerOf(context), refOf(params), params.name)(context.forge)()
        return respond((row: AwardRow) => presentAward(context.forge, row), 201)(made)
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: `${PATH}/:award_id`,
      summary: `Take one emoji back from one ${what}`,
      params: one,
      success: { status: 204, description: 'Gone' },
      handler: async (context, params) => {
        const gone = await takeAwardBack(callerOf(context), refOf(params), params.award_id)(context.forge)()
        return E.isLeft(gone) ? gone : noContent
      },
    }),
  ]
}

/** Award emoji of merge requests and issues (behaviour sheet §5.5). */
export const awardEmojiRoutes: ReadonlyArray<Route> = [
  ...routesOf('MergeRequest', 'merge_requests', 'merge request'),
  ...routesOf('Issue', 'issues', 'issue'),
]
