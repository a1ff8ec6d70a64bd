import {
  addReleaseLink,
  changeReleaseLink,
  deleteReleaseLink,
  getReleaseLink,
  listReleaseLinks,
  type ReleaseLink,
} from '@forgefold/core/domains/delivery/release'
import { findProject } from '@forgefold/core/domains/projects/project'
import type { Rejection } from '@forgefold/core/kernel'
import { BEFORE_FIRST_RELEASE } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type Context,
  integer,
  listed,
  pageOf,
  pageRequest,
  paging,
  type Route,
  required,
  route,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { changedLink, newLink, wantedLink } from './params.js'
import { presentReleaseLink } from './presenter.js'
import { area, ONE, tagName } from './routes.js'
import { releaseLinkShape } from './shape.js'

const LINKS = `${ONE}/assets/links`
const LINK = `${LINKS}/:link_id`

const path = { id: projectId, tag_name: tagName }
const linkPath = { ...path, link_id: required(integer(), 'The number of the link') }

interface Named {
  readonly id: string
  readonly tag_name: string
}

const refOf = ({ id, tag_name }: Named) => ({ project: id, tag: tag_name })
const linkRefOf = (params: Named & { readonly link_id: number }) => ({ ...refOf(params), linkId: params.link_id })

const answerLink = (
  { forge, principal }: Context,
  { id, tag_name: tag }: Named,
  result: E.Either<Rejection, ReleaseLink>,
  status = 200,
): Answer => {
  if (E.isLeft(result)) return result
  const found = findProject(forge, principal, id)
  if (E.isLeft(found)) return found
  return E.right({ status, json: presentReleaseLink(forge, found.right.project, tag, result.right) })
}

/** Links of releases (docs/reference/behaviour/delivery.md#releases). */
export const releaseLinkRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: LINKS,
    area,
    summary: 'List the links of a release',
    caller: 'anyone',
    jobToken: BEFORE_FIRST_RELEASE,
    params: { ...path, ...paging },
    success: { status: 200, description: 'The links', schemaFor: arrayOf(releaseLinkShape) },
    handler: (context, params) => {
      const { forge, principal } = context
      const page = pageRequest(params)
      const found = listReleaseLinks(forge, context, refOf(params))
      if (E.isLeft(found)) return found
      const access = findProject(forge, principal, params.id)
      if (E.isLeft(access)) return access
      const { project } = access.right
      return listed(pageOf(found.right, page), page, (link) =>
        presentReleaseLink(forge, project, params.tag_name, link),
      )
    },
  }),
  route({
    method: 'GET',
    path: LINK,
    area,
    summary: 'Read one link of a release',
    caller: 'anyone',
    jobToken: BEFORE_FIRST_RELEASE,
    params: linkPath,
    success: { status: 200, description: 'The link', schemaFor: releaseLinkShape },
    handler: (context, params) =>
      answerLink(context, params, getReleaseLink(context.forge, context, linkRefOf(params))),
  }),
  route({
    method: 'POST',
    path: LINKS,
    area,
    summary: 'Add a link to a release',
    caller: 'user',
    jobToken: BEFORE_FIRST_RELEASE,
    params: { ...path, ...newLink },
    success: { status: 201, description: 'The link', schemaFor: releaseLinkShape },
    handler: async (context, params) => {
      const input = { ...refOf(params), link: wantedLink(params) }
      return answerLink(context, params, await addReleaseLink(context.forge, callerOf(context), input), 201)
    },
  }),
  route({
    method: 'PUT',
    path: LINK,
    area,
    summary: 'Change a link of a release',
    caller: 'user',
    jobToken: BEFORE_FIRST_RELEASE,
    params: { ...linkPath, ...changedLink },
    atLeastOne: ['name', 'url', 'filepath', 'direct_asset_path', 'link_type'],
    success: { status: 200, description: 'The link', schemaFor: releaseLinkShape },
    handler: async (context, params) => {
      const { name, url, link_type: type } = params
      const changes = { name, url, type, path: params.filepath ?? params.direct_asset_path }
      const input = { ...linkRefOf(params), changes }
      return answerLink(context, params, await changeReleaseLink(context.forge, callerOf(context), input))
    },
  }),
  route({
    method: 'DELETE',
    path: LINK,
    area,
    summary: 'Take a link off a release',
    caller: 'user',
    jobToken: BEFORE_FIRST_RELEASE,
    params: linkPath,
    success: { status: 200, description: 'What it was', schemaFor: releaseLinkShape },
    handler: async (context, params) =>
      answerLink(context, params, await deleteReleaseLink(context.forge, callerOf(context), linkRefOf(params))),
  }),
]
