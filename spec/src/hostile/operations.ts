interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Documented {
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly schema?: Schema }>
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

/** An operation of the OpenAPI document, and what it takes. */
export interface Operation {
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly query: ReadonlyArray<string>
  /** Fields of the body, each with a value that it may well have, as JSON text. */
  readonly fields: Readonly<Record<string, string>>
  readonly mediaTypes: ReadonlyArray<string>
  /** The fields of refusals that have a shape of their own, by status. */
  readonly refusals: Readonly<Record<string, ReadonlyArray<string>>>
}

/** What would shield every request that follows, because what they mean is gone or closed; they have tests of their own. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'put /application/settings',
  'delete /projects/{id}',
  'post /projects/{id}/archive',
  'delete /groups/{id}',
])

/** Names of things that the driven world has. */
export const KNOWN: Readonly<Record<string, unknown>> = {
  ref: 'main',
  branch: 'main',
  sha: 'main',
  source_branch: 'work',
  target_branch: 'main',
  file_path: 'README.md',
  tag_name: 'one',
  key: 'one',
  name: 'one',
  scopes: ['api'],
}

const plausible = ({ type, enum: words }: Schema): unknown => {
  if (words !== undefined) return words[0]
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'boolean') return true
  if (kind === 'array') return []
  if (kind === 'object') return {}
  return kind === 'integer' || kind === 'number' ? 1 : 'one'
}

const COMPONENT = '#/components/schemas/'

const refusalsOf = ({ components }: OpenApi, { responses = {} }: Documented): Operation['refusals'] =>
  Object.fromEntries(
    Object.entries(responses).flatMap(([status, { content }]) => {
      const stated = content?.['application/json']?.schema
      const schema = stated?.anyOf?.[0] ?? stated
      const named = schema?.$ref?.startsWith(COMPONENT)
        ? components?.schemas?.[schema.$ref.slice(COMPONENT.length)]
        : schema
      const fields = Object.keys(named?.properties ?? {})
      return Number(status) >= 400 && fields.length > 0 ? [[status, fields]] : []
    }),
  )

export const operationsOf = (document: OpenApi): ReadonlyArray<Operation> =>
  Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, documented]) => ({ path, method, documented })))
    .filter(({ path, method }) => !LEFT_OUT.has(`${method} ${path}`) && !path.endsWith('/self'))
    .map(({ path, method, documented }) => ({ path, method, documented, ...documented }))
    .map(({ path, method, documented, parameters = [], requestBody: { content = {} } = {} }) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      fields: Object.fromEntries(
        Object.entries(Object.values(content)[0]?.schema?.properties ?? {}).map(([name, schema]) => [
          name,
          JSON.stringify(KNOWN[name] ?? plausible(schema)),
        ]),
      ),
      mediaTypes: Object.keys(content),
      refusals: refusalsOf(document, documented),
    }))
