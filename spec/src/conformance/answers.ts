import type { Instance } from '@forgefold/core/app'
import { API_BASE, isRouteServed, type Route, Router } from '@forgefold/server/http'
import { answerSchema, answersFile, REFUSAL, refusalTypes } from '@forgefold/server/openapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { apiRoutes } from '../api-routes/index.js'

type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const DAY = /^\d{4}-\d\d-\d\d$/

const makeAjv = (): Ajv2020 => {
  // Each process compiles what its tests ask for, and uses it a few times: what makes checks faster costs more than it brings.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  ajv.addFormat('date-time', INSTANT)
  ajv.addFormat('date', DAY)
  return ajv
}

const ajv = makeAjv()
const names = new Map<string, string>()

/** A schema that stands for this one wherever it occurs: answers share most of their objects, and each is compiled once. */
const named = (schema: Schema): Schema => {
  const text = JSON.stringify(schema)
  const known = names.get(text)
  if (known !== undefined) return { $ref: known }
  const name = `shape-${names.size}`
  names.set(text, name)
  ajv.addSchema(schema, name)
  return { $ref: name }
}

/** The same schema, but nothing may be there that it does not name. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (!isSchema(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]))
  // Of the properties of an object, one may be called `properties` and another `type`.
  if (!isSchema(value['properties']) || isSchema(value['type'] ?? {})) return inner
  return named(value['additionalProperties'] === undefined ? { ...inner, additionalProperties: false } : inner)
}

const compiled = new Map<string, ValidateFunction>()

/** Most answers are declared alike in every release and tier: a schema is compiled once for all routes that declare it. */
const checkOf = (schema: Schema): ValidateFunction => {
  const inner = closed(schema) as Schema
  const text = JSON.stringify(inner)
  const check = compiled.get(text) ?? ajv.compile(inner)
  compiled.set(text, check)
  return check
}

const isJson = (type: string | undefined): boolean => type?.startsWith('application/json') === true

/** What clients keep in 32 bits. */
const GREATEST_ID = 2 ** 31 - 1
const ID = /^(id|iid|\w+_id)$/

const collectLargeIds = (value: object, at: string, found: Array<string>): void => {
  for (const [key, inner] of Object.entries(value)) {
    // Hardly any number is so great: its name is looked at last.
    if (typeof inner === 'number' && inner > GREATEST_ID && ID.test(key)) found.push(`${at}/${key}: ${inner}`)
    if (typeof inner === 'object' && inner !== null) collectLargeIds(inner, `${at}/${key}`, found)
  }
}

/** Ids in an answer that some clients cannot keep; histories of old have some, new instances give out none. */
export const largeIds = (value: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  if (typeof value === 'object' && value !== null) collectLargeIds(value, '', found)
  return found
}

/** An answer as a client gets it. */
export interface GivenAnswer {
  readonly status: number
  readonly type: string | undefined
  readonly json: unknown
}

const messagesOf = (name: string, { errors }: ValidateFunction): ReadonlyArray<string> =>
  (errors ?? []).map(
    ({ instancePath, message, params }) => `${name} ${instancePath}: ${message} ${JSON.stringify(params)}`,
  )

/** Says in which ways answers differ from what the route that gave them declares. */
class DeclaredAnswers {
  readonly #router = new Router<Route>()
  readonly #checks = new Map<string, ValidateFunction | undefined>()
  readonly #isRefusal = checkOf(REFUSAL)

  constructor(readonly instance: Instance) {
    for (const route of apiRoutes)
      if (isRouteServed(route, instance)) this.#router.add(route.method, API_BASE + route.path, route)
  }

  /** `path` is the raw path, with the base of the API. */
  findings(method: string, path: string, given: GivenAnswer): ReadonlyArray<string> {
    const { status, type, json } = given
    const route = this.#router.find(path)?.resource.methods.get(method)?.target
    if (route === undefined || status < 200) return []
    if (answersFile(route) && (status === 206 || status === 416)) return []
    if (status > 399 || status === 304) return this.#refused(route, given)
    const name = `${method} ${route.path}`
    const expected = [route.success.status, ...Object.keys(route.success.others ?? {}).map(Number)]
    if (!expected.includes(status)) return [`${name} answered ${status}; it declares ${expected.join(', ')}`]
    const check = isJson(type) ? this.#checkOf(route, status) : undefined
    return check === undefined || check(json) ? [] : messagesOf(name, check)
  }

  #refused(route: Route, { status, type, json }: GivenAnswer): ReadonlyArray<string> {
    if (route.success.others?.[status] !== undefined) return []
    // A narrower endpoint that is not built has answered, and no route.
    if (status === 501 && isSchema(json) && json['unimplemented'] !== undefined) return []
    const name = `${status} of ${route.method} ${route.path}`
    const declared = refusalTypes(status)
    const given = type?.split(';')[0]
    if (given === undefined ? declared.length > 0 : !declared.includes(given))
      return [`${name} has the type ${given}; it declares ${declared.join(', ')}`]
    return !isJson(type) || this.#isRefusal(json) ? [] : messagesOf(name, this.#isRefusal)
  }

  #checkOf(route: Route, status: number): ValidateFunction | undefined {
    const key = `${status} ${route.method} ${route.path}`
    if (!this.#checks.has(key)) {
      const schema = answerSchema(route, this.instance, status)
      this.#checks.set(key, schema === undefined ? undefined : checkOf(schema))
    }
    return this.#checks.get(key)
  }
}

const known = new Map<string, DeclaredAnswers>()

/** The declared answers of this tier and release; made once. */
export const declaredAnswers = (instance: Instance): DeclaredAnswers => {
  const key = `${instance.tier} ${instance.release}`
  const found = known.get(key) ?? new DeclaredAnswers(instance)
  known.set(key, found)
  return found
}
