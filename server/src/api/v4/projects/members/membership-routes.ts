import { listMemberships, type NamedMembership } from '@forgefold/core/domains/projects/member'
import * as E from 'fp-ts/lib/Either.js'
import {
  integer,
  listed,
  oneOf,
  optional,
  pageOf,
  pageRequest,
  paging,
  type Route,
  required,
  route,
} from '../../../../http/index.js'
import { arrayOf, integer as number, oneOf as oneOfTexts, record, text } from '../../shape.js'

const TYPES = { group: 'Namespace', project: 'Project' } as const

const membershipShape = record('Membership', {
  source_id: number,
  source_name: text,
  source_type: oneOfTexts(Object.values(TYPES)),
  access_level: number,
})

const presentMembership = ({ source, sourceId, name, level }: NamedMembership) => ({
  source_id: sourceId,
  source_name: name,
  source_type: TYPES[source],
  access_level: level,
})

/** The memberships of a user, for administrators. */
export const membershipRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/users/:id/memberships',
    area: 'Users',
    summary: 'List the direct memberships of a user',
    caller: 'admin',
    params: {
      id: required(integer(), 'The user'),
      type: optional(oneOf(Object.values(TYPES)), 'Of groups (Namespace) or of projects only'),
      ...paging,
    },
    success: { status: 200, schemaFor: arrayOf(membershipShape) },
    handler: ({ forge, principal }, { id: userId, type, ...given }) => {
      const page = pageRequest(given)
      const source = type === undefined ? undefined : type === 'Project' ? 'project' : 'group'
      const found = listMemberships(forge, { principal }, { userId, source })
      return E.isLeft(found) ? found : listed(pageOf(found.right, page), page, presentMembership)
    },
  }),
]
