import type { Instance } from '@forgefold/core/app'
import { API_BASE, isRouteServed, type Route } from '../http/index.js'
import { Components } from './components.js'
import { AS_OF_PARAMETERS, operationOf, templateOf } from './operation.js'
import { REFUSAL, RESPONSES } from './refusals.js'

type Part = Readonly<Record<string, unknown>>

const text = (description: string): Part => ({ description, schema: { type: 'string' } })

const HEADERS: Readonly<Record<string, Part>> = {
  'X-Page': text('The number of this page'),
  'X-Per-Page': text('Items a page'),
  'X-Next-Page': text('The number of the next page; empty where there is none'),
  'X-Prev-Page': text('The number of the page before; empty where there is none'),
  'X-Total': text('Items in all; missing above 10,000'),
  'X-Total-Pages': text('Pages in all; missing above 10,000 items'),
  Link: text('The pages around (RFC 8288): prev, next, first, last'),
}

const header = (name: string): Part => ({ type: 'apiKey', in: 'header', name })

const SECURITY: Readonly<Record<string, Part>> = {
  privateToken: header('PRIVATE-TOKEN'),
  bearer: { type: 'http', scheme: 'bearer' },
  accessToken: { type: 'apiKey', in: 'query', name: 'access_token' },
  jobToken: header('JOB-TOKEN'),
  deployToken: header('Deploy-Token'),
}

const pathsOf = (routes: ReadonlyArray<Route>, instance: Instance, components: Components): Part => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = templateOf(route.path)
    const item = paths[path] ?? {}
    item[route.method.toLowerCase()] = components.refer(operationOf(route, instance))
    paths[path] = item
  }
  return paths
}

/** The routes of this release and tier as an OpenAPI 3.1 document. */
export const openApiDocument = (routes: ReadonlyArray<Route>, instance: Instance): Part => {
  const served = routes.filter((route) => isRouteServed(route, instance))
  const components = new Components()
  const paths = pathsOf(served, instance, components)
  const areas = [...new Set(served.map(({ area }) => area))].sort()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forgefold',
      version: instance.release,
      summary: `API release ${instance.release}, tier ${instance.tier}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: API_BASE }],
    tags: areas.map((name) => ({ name })),
    paths,
    components: {
      headers: HEADERS,
      parameters: AS_OF_PARAMETERS,
      responses: RESPONSES,
      schemas: { Refusal: REFUSAL, ...components.schemas },
      securitySchemes: SECURITY,
    },
  }
}
