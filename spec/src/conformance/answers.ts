import type { Instance } from '@forgefold/core/app'
import { apiRoutes } from '@forgefold/server/api/v4'
import { API_BASE, isRouteServed, type Route, Router } from '@forgefold/server/http'
import { answerSchema } from '@forgefold/server/openapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same schema, but nothing may be there that it does not name. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (!isSchema(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]))
  const isOpen =
    isSchema(value['properties']) && value['type'] !== undefined && value['additionalProperties'] === undefined
  return isOpen ? { ...inner, additionalProperties: false } : inner
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const DAY = /^\d{4}-\d\d-\d\d$/

const checker = (): Ajv2020 => {
  // Each process compiles what its tests ask for, and uses it a few times: what makes checks faster costs more than it brings.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } })
  ajv.addFormat('date-time', INSTANT)
  ajv.addFormat('date', DAY)
  return ajv
}

const isJson = (type: string | undefined): boolean => type?.startsWith('application/json') === true

/** What clients keep in 32 bits. */
const GREATEST_ID = 2 ** 31 - 1
const ID = /^(id|iid|\w+_id)$/

/** Ids in an answer that some clients cannot keep; histories of old have some, new instances give out none. */
export const greatIds = (value: unknown, at = ''): ReadonlyArray<string> => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner === 'number') return ID.test(key) && inner > GREATEST_ID ? [`${at}/${key}: ${inner}`] : []
    return greatIds(inner, `${at}/${key}`)
  })
}

/** An answer as a client gets it. */
export interface GivenAnswer {
  readonly status: number
  readonly type: string | undefined
  readonly json: unknown
}

/** Says in which ways answers differ from what the route that gave them declares; nothing about refusals. */
class DeclaredAnswers {
  readonly #router = new Router<Route>()
  readonly #checks = new Map<string, ValidateFunction | undefined>()
  readonly #ajv = checker()

  constructor(readonly instance: Instance) {
    for (const route of apiRoutes)
      if (isRouteServed(route, instance)) this.#router.add(route.method, API_BASE + route.path, route)
  }

  /** `path` is the raw path, with the base of the API. */
  findings(method: string, path: string, { status, type, json }: GivenAnswer): ReadonlyArray<string> {
    const route = this.#router.find(path)?.place.methods.get(method)?.target
    if (route === undefined || status < 200 || status > 399) return []
    if (status === 304) return []
    const name = `${method} ${route.path}`
    const expected = [route.success.status, ...Object.keys(route.success.others ?? {}).map(Number)]
    if (!expected.includes(status)) return [`${name} answered ${status}; it declares ${expected.join(', ')}`]
    const check = isJson(type) ? this.#checkOf(route, status) : undefined
    if (check === undefined || check(json)) return []
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${name} ${instancePath}: ${message} ${JSON.stringify(params)}`,
    )
  }

  #checkOf(route: Route, status: number): ValidateFunction | undefined {
    const key = `${status} ${route.method} ${route.path}`
    if (!this.#checks.has(key)) {
      const schema = answerSchema(route, this.instance, status)
      this.#checks.set(key, schema === undefined ? undefined : this.#ajv.compile(closed(schema) as Schema))
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
