import type { Instance } from '@forgefold/core/app'
import { isDeprecated } from '@forgefold/core/releases'
import { BLAMED_READS } from '../audit/blamed-reads.js'
import { AS_OF_HEADER, bodyLimitOf, existsOn, narrowParams, type Route } from '../http/index.js'
import { partResponsesOf } from './file-parts.js'
import { bodyOf, type Part, parameterOf } from './parameters.js'
import { REFUSAL_REFERENCE, refusalsOf } from './refusals.js'
import { dialect31 } from './schema.js'

const BLAME_OPERATION = 'getDocumentBlame'

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

const takesBody = ({ method }: Route): boolean => WITH_BODY.has(method)

/** `/projects/:id/files/*path` → `/projects/{id}/files/{path}`. */
export const templateOf = (path: string): string => path.replace(/[:*]([A-Za-z0-9_]+)/g, '{$1}')

const namesInPath = (path: string): ReadonlySet<string> =>
  new Set([...path.matchAll(/[:*]([A-Za-z0-9_]+)/g)].map(([, name]) => name as string))

/** `GET /projects/:id/deployments` → `getProjectsIdDeployments`. */
export const operationIdOf = ({ method, path }: Route): string =>
  method.toLowerCase() +
  // A segment of its own, so that `/-/search` and `/search` differ.
  path
    .replaceAll('/-/', '/dash/')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const PAGING_HEADERS = Object.fromEntries(
  ['X-Page', 'X-Per-Page', 'X-Next-Page', 'X-Prev-Page', 'X-Total', 'X-Total-Pages', 'Link'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
)

/** The JSON Schema (2020-12) of the route's successful answer with that status; undefined if it declares none. */
export const answerSchema = ({ success }: Route, instance: Instance, status = success.status): Part | undefined => {
  const schema =
    status === success.status
      ? (success.schemaFor?.(instance) ?? success.schema)
      : success.others?.[status]?.schemaFor?.(instance)
  return schema === undefined ? undefined : (dialect31(schema) as Part)
}

/** A link to the endpoint that says which event set each value. */
const linksOf = ({ method, path }: Route): Part => {
  if (method !== 'GET' || !Object.hasOwn(BLAMED_READS, path)) return {}
  const document = path.slice(1).replace(/[:*]([A-Za-z0-9_]+)/g, '{$request.path.$1}')
  return { links: { blame: { operationId: BLAME_OPERATION, parameters: { document } } } }
}

/** Redirects answer with a header. */
const isBodiless = (status: number): boolean => status === 204 || (status >= 300 && status < 400)

const successOf = (route: Route, instance: Instance): Part => {
  const { status, description, mediaType = 'application/json', bodiless = isBodiless(status) } = route.success
  const isList = route.params['per_page'] !== undefined
  const content = bodiless ? {} : { content: { [mediaType]: { schema: answerSchema(route, instance) ?? {} } } }
  const headers = isList ? { headers: PAGING_HEADERS } : {}
  return { description: description ?? 'Done', ...headers, ...content, ...linksOf(route) }
}

const othersOf = (route: Route, instance: Instance): Part =>
  Object.fromEntries(
    Object.entries(route.success.others ?? {}).map(([status, { description }]) => {
      const own = answerSchema(route, instance, Number(status))
      if (own === undefined) return [status, { description }]
      // A refusal with a shape of its own has the shape of all others where another reason comes first.
      const schema = Number(status) < 400 ? own : { anyOf: [own, REFUSAL_REFERENCE] }
      return [status, { description, content: { 'application/json': { schema } } }]
    }),
  )

const securityOf = (route: Route): ReadonlyArray<Part> => [
  ...(route.caller === 'anyone' ? [{}] : []),
  { privateToken: [] },
  { bearer: [] },
  { accessToken: [] },
  ...(route.jobToken === undefined ? [] : [{ jobToken: [] }]),
  ...(route.deployToken === true ? [{ deployToken: [] }] : []),
]

/** The time travel parameters of every read (docs/reference/as-of-reads.md). */
export const AS_OF_PARAMETERS: Readonly<Record<string, Part>> = {
  asOf: {
    name: 'as_of',
    in: 'query',
    required: false,
    description: 'The moment as of which the answer is wanted: an ISO 8601 instant or a position; for administrators',
    schema: { type: 'string' },
  },
  asOfHeader: {
    name: AS_OF_HEADER,
    in: 'header',
    required: false,
    description: 'The same as `as_of`; goes before it',
    schema: { type: 'string' },
  },
}

const AS_OF_REFERENCES = Object.keys(AS_OF_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` }))

/** A route as an OpenAPI operation. */
export const operationOf = (route: Route, instance: Instance): Part => {
  const specs = narrowParams(route.params, (lifespan) => existsOn(instance, lifespan))
  const inPath = namesInPath(route.path)
  const others = Object.entries(specs).filter(([name]) => !inPath.has(name))
  const hasBody = WITH_BODY.has(route.method) && others.length > 0
  const pathParam = (name: string): Part => {
    const known = specs[name]
    return known === undefined
      ? { name, in: 'path', required: true, schema: { type: 'string' } }
      : parameterOf(name, known, 'path', instance)
  }
  return {
    operationId: operationIdOf(route),
    tags: [route.area],
    summary: route.summary,
    ...(isDeprecated(route, instance.release) ? { deprecated: true } : {}),
    ...(route.tier === undefined ? {} : { 'x-tier': route.tier }),
    ...(route.since === undefined ? {} : { 'x-since': route.since }),
    parameters: [
      ...[...inPath].map(pathParam),
      ...(hasBody ? [] : others.map(([name, param]) => parameterOf(name, param, 'query', instance))),
      ...(route.method === 'GET' ? AS_OF_REFERENCES : []),
    ],
    ...(hasBody ? { requestBody: bodyOf(Object.fromEntries(others), instance) } : {}),
    ...(takesBody(route) ? { 'x-max-body-bytes': bodyLimitOf(route) } : {}),
    security: securityOf(route),
    responses: {
      ...refusalsOf(route),
      ...partResponsesOf(route),
      ...othersOf(route, instance),
      [route.success.status]: successOf(route, instance),
    },
  }
}
