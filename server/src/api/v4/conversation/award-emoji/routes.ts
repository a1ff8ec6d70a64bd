import type { Forge } from '@forgefold/core/app'
import {
  type AwardableRef,
  type AwardRow,
  getAward,
  giveAward,
  listAwards,
  revokeAward,
} from '@forgefold/core/domains/conversation/award-emoji'
import type { IssuableType } from '@forgefold/core/domains/issuable'
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
  required,
  respond,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { userSummary } from '../../identity/users/presenter.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { awardShape } from '../notes/shape.js'

/** An award emoji (docs/reference/behaviour/conversation.md#award-emoji). */
const presentAward = (forge: Forge, row: AwardRow) => ({
  id: row.id,
  name: row.name,
  user: userSummary(forge, row.userId),
  created_at: row.createdAt,
  updated_at: row.createdAt,
  awardable_id: row.awardableId,
  awardable_type: row.awardableType,
  url: null,
})

/** The path parameters of an awardable; only the paths of notes have a `note_id`. */
interface Place extends ParamSpecs {
  readonly id: typeof projectId
  readonly noteable_iid: Param<number>
  readonly note_id: Param<number | undefined>
}

/** Award emoji of merge requests or issues, or of their notes. */
const routesAt = (type: IssuableType, path: string, what: string, thing: Place): ReadonlyArray<Route> => {
  const at = (params: Pick<Decoded<Place>, 'id' | 'noteable_iid' | 'note_id'>): AwardableRef => ({
    type,
    project: params.id,
    iid: params.noteable_iid,
    noteId: params.note_id,
  })
  const one = { ...thing, award_id: required(integer(), 'The number of the award') }
  const shared = { area: 'Award emoji', caller: 'user' } as const
  return [
    route({
      ...shared,
      method: 'GET',
      path,
      summary: `List the award emoji of one ${what}`,
      params: { ...thing, ...paging },
      success: { status: 200, description: 'The award emoji', schemaFor: arrayOf(awardShape) },
      handler: async ({ forge, principal }, params) => {
        const page = pageRequest(params)
        const found = listAwards(forge, { principal }, { ref: at(params), page })
        return E.isLeft(found) ? found : listed(found.right, page, (row) => presentAward(forge, row))
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
        const found = getAward(forge, { principal }, { ref: at(params), id: params.award_id })
        return E.isLeft(found) ? found : ok(presentAward(forge, found.right))
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
        const made = await giveAward(context.forge, callerOf(context), { ref: at(params), emoji: params.name })
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
        const unmodifiedSince = ifUnmodifiedSince(context.request)
        const input = { ref: at(params), id: params.award_id, unmodifiedSince }
        return respondNoContent(await revokeAward(context.forge, callerOf(context), input))
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
