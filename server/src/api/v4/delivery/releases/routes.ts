import {
  changeRelease,
  createRelease,
  deleteRelease,
  getLatestRelease,
  getRelease,
  listReleases,
} from '@forgefold/core/domains/delivery/release'
import { BEFORE_FIRST_RELEASE } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  answer,
  boolean,
  listed,
  listOfObjects,
  locationOf,
  object,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { direction } from '../../list-params.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { answerRelease, shownRelease } from './answering.js'
import { details, newLink, wantedLink } from './params.js'
import { releaseShape } from './shape.js'

/** The area of releases and their links. */
export const area = 'Releases'
const PATH = '/projects/:id/releases'

/** One release, by its tag. */
export const ONE = `${PATH}/:tag_name`
export const tagName = required(string(), 'The URL-encoded tag')

const html = { include_html_description: withDefault(boolean(), false, 'The notes as HTML, too') }

const list = route({
  method: 'GET',
  path: PATH,
  area,
  summary: 'List the releases of a project',
  caller: 'anyone',
  jobToken: BEFORE_FIRST_RELEASE,
  params: {
    id: projectId,
    order_by: withDefault(oneOf(['released_at', 'created_at']), 'released_at', 'What to sort by'),
    sort: direction('desc'),
    ...html,
    ...paging,
  },
  success: { status: 200, description: 'The releases', schemaFor: arrayOf(releaseShape) },
  handler: async (context, params) => {
    const page = pageRequest(params)
    const order = { by: params.order_by, sort: params.sort }
    const found = listReleases(context.forge, context, { project: params.id, order, page })
    if (E.isLeft(found)) return found
    const { rows, ...rest } = found.right
    const shown = await Promise.all(rows.map((row) => shownRelease(context, row, params.include_html_description)))
    return listed({ ...rest, rows: shown.filter((one) => one !== undefined) }, page, (one) => one)
  },
})

const one = route({
  method: 'GET',
  path: ONE,
  area,
  summary: 'Read one release',
  caller: 'anyone',
  jobToken: BEFORE_FIRST_RELEASE,
  params: { id: projectId, tag_name: tagName, ...html },
  success: { status: 200, description: 'The release', schemaFor: releaseShape },
  handler: (context, params) => {
    const found = getRelease(context.forge, context, { project: params.id, tag: params.tag_name })
    return answerRelease(context, found, { withHtml: params.include_html_description })
  },
})

const permalinkTo = (path: string, suffix: boolean): Route =>
  route({
    method: 'GET',
    path,
    area,
    summary: 'Lead to the latest release',
    caller: 'anyone',
    jobToken: BEFORE_FIRST_RELEASE,
    params: {
      id: projectId,
      ...(suffix ? { suffix_path: required(string(), 'What follows the release in the path') } : {}),
    },
    success: { status: 302, description: 'Where it is' },
    handler: (context, params) => {
      const given = params as { readonly id: string; readonly suffix_path?: string }
      const found = getLatestRelease(context.forge, context, { project: given.id })
      if (E.isLeft(found)) return found
      const { projectId: id, tag } = found.right
      const rest = given.suffix_path === undefined ? '' : `/${given.suffix_path}`
      const target = `${context.baseUrl}/api/v4/projects/${id}/releases/${encodeURIComponent(tag)}${rest}`
      return answer({ status: 302, headers: [['Location', locationOf(target)]] })
    },
  })

const create = route({
  method: 'POST',
  path: PATH,
  area,
  summary: 'Make a release, and its tag where there is none',
  caller: 'user',
  jobToken: BEFORE_FIRST_RELEASE,
  params: {
    id: projectId,
    tag_name: required(string(), 'The tag', { refusesBlank: true }),
    tag_message: optional(string(), 'Makes a new tag an annotated one'),
    ref: optional(string(), 'The branch, tag or commit that a new tag names'),
    ...details,
    assets: optional(object({ links: optional(listOfObjects(newLink), 'Links to files') }), 'What belongs to it'),
  },
  success: { status: 201, description: 'The release', schemaFor: releaseShape },
  handler: async (context, params) => {
    const { id: project, tag_name: tag, name, description = null, ref, tag_message: tagMessage } = params
    const { milestones = [], released_at: releasedAt = null, assets } = params
    const links = (assets?.links ?? []).map(wantedLink)
    const input = { project, tag, name, description, ref, tagMessage, milestones, releasedAt, links }
    return answerRelease(context, await createRelease(context.forge, callerOf(context), input), { status: 201 })
  },
})

const update = route({
  method: 'PUT',
  path: ONE,
  area,
  summary: 'Change a release',
  caller: 'user',
  jobToken: BEFORE_FIRST_RELEASE,
  params: { id: projectId, tag_name: tagName, ...details },
  success: { status: 200, description: 'The release', schemaFor: releaseShape },
  handler: async (context, params) => {
    const { id: project, tag_name: tag, name, description, milestones, released_at: releasedAt } = params
    const input = { project, tag, name, description, milestones, releasedAt }
    return answerRelease(context, await changeRelease(context.forge, callerOf(context), input))
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area,
  summary: 'Delete a release; its tag stays',
  caller: 'user',
  jobToken: BEFORE_FIRST_RELEASE,
  params: { id: projectId, tag_name: tagName },
  success: { status: 200, description: 'What it was', schemaFor: releaseShape },
  handler: async (context, params) => {
    const ref = { project: params.id, tag: params.tag_name }
    return answerRelease(context, await deleteRelease(context.forge, callerOf(context), ref))
  },
})

/** Releases of projects (docs/reference/behaviour/delivery.md#releases). */
export const singleReleaseRoutes: ReadonlyArray<Route> = [
  list,
  permalinkTo(`${PATH}/permalink/latest`, false),
  permalinkTo(`${PATH}/permalink/latest/*suffix_path`, true),
  one,
  create,
  update,
  remove,
]
