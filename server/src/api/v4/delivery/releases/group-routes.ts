import { listGroupReleases } from '@forgefold/core/domains/delivery/release'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { boolean, listed, pageRequest, paging, type Route, route, withDefault } from '../../../../http/index.js'
import { direction } from '../../list-params.js'
import { groupId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { shownRelease } from './answering.js'
import { area } from './routes.js'
import { groupReleaseShape } from './shape.js'

/** Releases of all projects of a group. */
export const groupReleaseRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/groups/:id/releases',
    area,
    summary: 'List the releases of all projects of a group',
    caller: 'anyone',
    ...lifespanOf('groups.releases'),
    params: {
      id: groupId,
      sort: direction('desc'),
      simple: withDefault(boolean(), false, 'Only what names a release'),
      ...paging,
    },
    success: { status: 200, description: 'The releases', schemaFor: arrayOf(groupReleaseShape) },
    handler: async (context, params) => {
      const page = pageRequest(params)
      const found = listGroupReleases(context.forge, context, { group: params.id, sort: params.sort, page })
      if (E.isLeft(found)) return found
      const { rows, ...rest } = found.right
      const shown = (await Promise.all(rows.map((row) => shownRelease(context, row)))).filter(
        (one) => one !== undefined,
      )
      return listed({ ...rest, rows: shown }, page, (one) => {
        if (!params.simple) return one
        const { name, tag_name, description, created_at, released_at, upcoming_release } = one
        return { name, tag_name, description, created_at, released_at, upcoming_release }
      })
    },
  }),
]
