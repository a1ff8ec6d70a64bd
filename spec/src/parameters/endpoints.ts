import type { Param, ParamSpecs } from '@forgefold/server/http'
import { apiRoutes } from '../api-routes/index.js'
import { accessPages } from '../matrix/index.js'
import { nameOf } from './heard.js'
import { OAUTH_PARAMETERS } from './oauth-endpoints.js'

/** A parameter as a client writes it (`not[labels]`, `actions[][file_path]`), and what it is. */
export interface DocumentedParameter {
  readonly name: string
  readonly summary: string
  readonly remarks: string
}

/** An endpoint with everything it takes, on every release and tier. */
export interface DocumentedEndpoint {
  /** `GET /projects/:id/deployments`, or `POST /oauth/token`. */
  readonly name: string
  readonly summary: string
  /** The page it stands on. */
  readonly page: string
  readonly parameters: ReadonlyArray<DocumentedParameter>
}

type Schema = Readonly<Record<string, unknown>>

const schemaAt = (schema: Schema, key: string): Schema | undefined => schema[key] as Schema | undefined

/** The names of what an object, or a list of objects, takes. */
const innerOf = (name: string, schema: Schema): ReadonlyArray<DocumentedParameter> => {
  const items = schemaAt(schema, 'items')
  if (items !== undefined) return innerOf(`${name}[]`, items)
  return Object.entries(schemaAt(schema, 'properties') ?? {}).flatMap(([key, inner]) => {
    const full = `${name}[${key}]`
    const { description } = inner as { readonly description?: string }
    return [
      { name: full, summary: description ?? '', remarks: remarksOf(inner as Schema, {}) },
      ...innerOf(full, inner as Schema),
    ]
  })
}

const typeOf = (schema: Schema): string => {
  const words = schema['enum'] as ReadonlyArray<unknown> | undefined
  if (words !== undefined && words.length <= 12) return words.map((word) => `\`${word}\``).join(', ')
  const either = schema['oneOf'] as ReadonlyArray<Schema> | undefined
  if (either !== undefined) return either.map(typeOf).join(', ')
  const items = schemaAt(schema, 'items')
  if (items !== undefined) return `list of: ${typeOf(items)}`
  return String(schema['format'] ?? schema['type'] ?? 'any')
}

const remarksOf = (schema: Schema, { required, tier, since, until }: Partial<Param<unknown>>): string =>
  [
    typeOf(schema),
    ...(required ? ['required'] : []),
    ...(tier === undefined ? [] : [tier]),
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
  ].join('; ')

const parametersOf = (params: ParamSpecs): ReadonlyArray<DocumentedParameter> =>
  Object.entries(params).flatMap(([name, param]) => [
    { name, summary: param.summary, remarks: remarksOf(param.type.schema, param) },
    ...innerOf(name, param.type.schema),
  ])

const oauthEndpoints = (): ReadonlyArray<DocumentedEndpoint> =>
  Object.entries(OAUTH_PARAMETERS).map(([name, parameters]) => ({
    name,
    summary: '',
    page: 'oauth',
    parameters: Object.entries(parameters).map(([key, summary]) => ({ name: key, summary, remarks: 'string' })),
  }))

/** Every endpoint that takes parameters, on the page on which the matrix of access has it. */
export const documentedEndpoints = (): ReadonlyArray<DocumentedEndpoint> => {
  const pages = new Map(
    accessPages().flatMap(({ name, requests }) => requests.map((request) => [nameOf(request), name] as const)),
  )
  const ofApi = apiRoutes.map((route) => ({
    name: nameOf(route),
    summary: route.summary,
    page: pages.get(nameOf(route)) ?? 'elsewhere',
    parameters: parametersOf(route.params),
  }))
  return [...ofApi, ...oauthEndpoints()].filter(({ parameters }) => parameters.length > 0)
}
