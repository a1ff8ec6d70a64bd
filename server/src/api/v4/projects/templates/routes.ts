import { findProject } from '@forgefold/core/domains/projects/project'
import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  listed,
  ok,
  oneOf,
  optional,
  pageOf,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  route,
  string,
} from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { CI_FILES } from './ci-files.js'
import { DOCKERFILES } from './dockerfiles.js'
import { GITIGNORES } from './gitignores.js'
import { LICENSES } from './licenses.js'
import { presentLicense, presentTemplate, presentTemplateName } from './presenter.js'
import { anyTemplateShape, licenseTemplateShape, templateNameShape, templateShape } from './shape.js'
import type { Template } from './template.js'

const area = 'Templates'

const FILES = { dockerfiles: DOCKERFILES, gitignores: GITIGNORES, gitlab_ci_ymls: CI_FILES } as const

const named = <T extends Template>(all: ReadonlyArray<T>, key: string): T | undefined =>
  all.find((one) => one.key.toLowerCase() === key.toLowerCase())

const key = required(string(), 'Its key, in any case')

const holder = {
  project: optional(string(), 'For `[project]` in a licence'),
  fullname: optional(string(), 'For `[fullname]` in a licence'),
}

const filesOf = (kind: keyof typeof FILES): ReadonlyArray<Route> => [
  route({
    method: 'GET',
    path: `/templates/${kind}`,
    area,
    summary: `List templates: ${kind}`,
    caller: 'anyone',
    params: { ...paging },
    success: { status: 200, description: 'Their names', schemaFor: arrayOf(templateNameShape) },
    handler: (_, params) => {
      const page = pageRequest(params)
      return listed(pageOf(FILES[kind], page), page, presentTemplateName)
    },
  }),
  route({
    method: 'GET',
    path: `/templates/${kind}/:key`,
    area,
    summary: `Read a template: ${kind}`,
    caller: 'anyone',
    params: { key },
    success: { status: 200, description: 'The template', schemaFor: templateShape },
    handler: (_, params) => {
      const found = named(FILES[kind], params.key)
      return found === undefined ? reject(notFound('Template')) : ok(presentTemplate(found))
    },
  }),
]

const popularOnes = (popular: boolean | undefined) =>
  popular === true ? LICENSES.filter((one) => one.popular) : LICENSES

const licenses: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/templates/licenses',
    area,
    summary: 'List licences',
    caller: 'anyone',
    params: { popular: optional(boolean(), 'Only popular ones'), ...paging },
    success: { status: 200, description: 'The licences', schemaFor: arrayOf(licenseTemplateShape) },
    handler: ({ forge }, params) => {
      const page = pageRequest(params)
      return listed(pageOf(popularOnes(params.popular), page), page, (one) => presentLicense(forge, one))
    },
  }),
  route({
    method: 'GET',
    path: '/templates/licenses/:key',
    area,
    summary: 'Read a licence, filled in',
    caller: 'anyone',
    params: { key, ...holder },
    success: { status: 200, description: 'The licence', schemaFor: licenseTemplateShape },
    handler: ({ forge }, params) => {
      const found = named(LICENSES, params.key)
      return found === undefined ? reject(notFound('License')) : ok(presentLicense(forge, found, params))
    },
  }),
]

/** The types of templates as projects name them; there are none of the last two. */
const KINDS = {
  dockerfiles: DOCKERFILES,
  gitignores: GITIGNORES,
  gitlab_ci_ymls: CI_FILES,
  licenses: LICENSES,
  issues: [],
  merge_requests: [],
} as const

const type = required(
  oneOf(['dockerfiles', 'gitignores', 'gitlab_ci_ymls', 'licenses', 'issues', 'merge_requests']),
  'The kind of template',
)

const ofProject: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path: '/projects/:id/templates/:type',
    area,
    summary: 'List the templates of a kind that a project can use',
    caller: 'anyone',
    params: { id: projectId, type, ...paging },
    success: { status: 200, description: 'Their names', schemaFor: arrayOf(templateNameShape) },
    handler: ({ forge, principal }, params) => {
      const found = findProject(forge, principal, params.id)
      if (E.isLeft(found)) return found
      const page = pageRequest(params)
      return listed(pageOf<Template>(KINDS[params.type], page), page, presentTemplateName)
    },
  }),
  route({
    method: 'GET',
    path: '/projects/:id/templates/:type/:key',
    area,
    summary: 'Read a template that a project can use',
    caller: 'anyone',
    params: { id: projectId, type, key, ...holder },
    success: { status: 200, description: 'The template', schemaFor: anyTemplateShape },
    handler: ({ forge, principal }, params) => {
      const access = findProject(forge, principal, params.id)
      if (E.isLeft(access)) return access
      if (params.type === 'licenses') {
        const license = named(LICENSES, params.key)
        const names = { fullname: params.fullname, project: params.project ?? access.right.project.name }
        return license === undefined ? reject(notFound('Template')) : ok(presentLicense(forge, license, names))
      }
      const found = named<Template>(KINDS[params.type], params.key)
      return found === undefined ? reject(notFound('Template')) : ok(presentTemplate(found))
    },
  }),
]

/** Templates of files (docs/reference/behaviour/projects.md#templates). */
export const templateRoutes: ReadonlyArray<Route> = [
  ...filesOf('dockerfiles'),
  ...filesOf('gitignores'),
  ...filesOf('gitlab_ci_ymls'),
  ...licenses,
  ...ofProject,
]
