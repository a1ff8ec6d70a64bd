import {
  type AwardableRef,
  type AwardRow,
  findAwardable,
  giveAward,
  takeAwardBack,
} from '@forgefold/core/domains/conversation/award-emoji'
import type { IssuableType } from '@forgefold/core/domains/issuable'
import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Decoded,
  ifUnmodifiedSince,
  integer,
  listed,
  ok,
  type Param,
  type ParamSpecs,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respond,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { awardShape } from '../notes/shape.js'
import { presentAward } from './presenter.js'

/** What names something that may be given emoji; only the paths of notes have a `note_id`. */
interface Place extends ParamSpecs {
  readonly id: typeof projectId
  readonly noteable_iid: Param<number>
  readonly note_id: Param<number | undefined>
}

/** Award emoji of merge requests or issues, or of the notes on them. */
const routesAt = (type: IssuableType, path: string, what: string, thing: Place): ReadonlyArray<Route> => {
  const at = (params: Pick<Decoded<Place>, 'id' | 'noteable_iid' | 'note_id'>): AwardableRef => ({
    type,
    project: params.id,
    iid: params.noteable_iid,
    noteId: params.note_id,
  })
  const one = { ...thing, award_id: required(integer(), 'The number of the award') }
  const shared = { area: 'Award emoji', door: 'user' } as const
  return [
    route({
      ...shared,
      method: 'GET',
      path,
      summary: `List the award emoji of one ${what}`,
      params: { ...thing, ...paging },
      success: { status: 200, description: 'The award emoji', schemaFor: arrayOf(awardShape) },
      handler: async ({ forge, principal }, params) => {
        const found = findAwardable(forge, principal, at(params))
        if (E.isLeft(found)) return found
        const page = pageRequest(params)
        const { type, id } = found.right
        return listed(forge.read.awards.list(type, id, page), page, (row) => presentAward(forge, row))
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${path}/:award_id`,
      summary: `Read one award emoji of one ${what}`,
      params: one,
      success: { status: 200, description: 'The award emoji', schemaFor: awardShape },
      handler: async ({ forge, principal }, params) => {
        const found = findAwardable(forge, principal, at(params))
        if (E.isLeft(found)) return found
        const row = forge.read.awards.find(found.right.type, found.right.id, params.award_id)
        if (row === undefined) return reject(notFound('Award Emoji'))
        return ok(presentAward(forge, row))
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path,
      summary: `Give an emoji to one ${what}`,
      params: { ...thing, name: required(string(), 'The name of the emoji, without colons') },
      success: { status: 201, description: 'The award emoji', schemaFor: awardShape },
      handler: async (context, params) => {
        const made = await giveAward(context.forge, callerOf(context), at(params), params.name)
        return respond((row: AwardRow) => presentAward(context.forge, row), 201)(made)
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: `${path}/:award_id`,
      summary: `Take one emoji back from one ${what}`,
      params: one,
      success: { status: 204, description: 'Gone' },
      handler: async (context, params) => {
        const since = ifUnmodifiedSince(context.request)
        return respondNoContent(
          await takeAwardBack(context.forge, callerOf(context), at(params), params.award_id, since),
        )
      },
    }),
  ]
}

const routesOf = (type: IssuableType, place: string, what: string): ReadonlyArray<Route> => {
  const path = `/projects/:id/${place}/:noteable_iid`
  const thing = { id: projectId, noteable_iid: required(integer(), `The number of the ${what} in its project`) }
  const note = { ...thing, note_id: required(integer(), 'The number of the note') }
  return [
    ...routesAt(type, `${path}/award_emoji`, what, thing as Place),
    ...routesAt(type, `${path}/notes/:note_id/award_emoji`, `note on a ${what}`, note),
  ]
}

/** Award emoji of merge requests, issues and their notes (docs/reference/behaviour/conversation.md#award-emoji). */
export const awardEmojiRoutes: ReadonlyArray<Route> = [
  ...routesOf('MergeRequest', 'merge_requests', 'merge request'),
  ...routesOf('Issue', 'issues', 'issue'),
]
