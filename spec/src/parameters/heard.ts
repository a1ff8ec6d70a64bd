import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Forgefold } from '@forgefold/server'
import {
  API_BASE,
  type HttpRequest,
  paramsOfText,
  type RawParams,
  type RequestBody,
  Router,
  readBodyParams,
} from '@forgefold/server/http'
import * as E from 'fp-ts/lib/Either.js'
import { apiRoutes } from '../api-routes/index.js'
import { OAUTH_PARAMETERS } from './oauth-endpoints.js'

type Handler = Forgefold['handler']

/** The name under which a route is spoken of. */
export const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`

/** An endpoint that is listened to; whether its body has parameters. */
interface Listened {
  readonly name: string
  readonly readsBody: boolean
}

const listened = (): Router<Listened> => {
  const router = new Router<Listened>()
  for (const route of apiRoutes)
    router.add(route.method, API_BASE + route.path, { name: nameOf(route), readsBody: route.streamsBody !== true })
  for (const name of Object.keys(OAUTH_PARAMETERS)) {
    const [method = '', path = ''] = name.split(' ')
    router.add(method, path, { name, readsBody: true })
  }
  return router
}

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The names in a value, as clients write them: `[0]` counts as `[]`. */
const namesIn = (name: string, value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return [name, ...value.flatMap((one) => namesIn(`${name}[]`, one))]
  if (!isTree(value)) return [name]
  return [name, ...Object.entries(value).flatMap(([key, inner]) => namesIn(`${name}[${key}]`, inner))]
}

/** `not`, `not[labels]`, `actions`, `actions[][file_path]`: every parameter that was sent. */
const sentIn = (params: RawParams): ReadonlyArray<string> =>
  Object.entries(params).flatMap(([name, value]) => [name, ...namesIn(name, value)])

/** The same request with another body. One of a transport may have fields that only its own class reads; a plain object, as tests make, is read faster. */
const withBody = (request: HttpRequest, body: RequestBody): HttpRequest =>
  Object.getPrototypeOf(request) === Object.prototype
    ? Object.create(request, { body: { value: body } })
    : new Proxy(request, { get: (target, key) => (key === 'body' ? body : Reflect.get(target, key, target)) })

/** Whether all that a request says is in its path and its query. */
const hasNoBody = ({ method, headers }: HttpRequest): boolean => method === 'GET' && !headers.has('content-type')

/** The test file that runs in this process just now, below `spec/test`; set by what is set up before it. */
const listeningFile = (): string | undefined => process.env['FORGEFOLD_TEST_FILE']

/** Keeps, in one process of a test run, which parameters were sent in requests that were not refused. */
class HeardParameters {
  readonly #heard = new Set<string>()
  /** Endpoints with the queries that were heard without a body: most are asked many times, and say nothing new. */
  readonly #queries = new Set<string>()
  readonly #router = listened()

  /** `folder` is where they are kept, a file for each test file, a line each. */
  constructor(readonly folder: string) {}

  /** The same handler; what comes through it is listened to. */
  listen(handler: Handler): Handler {
    return async (request) => {
      const file = listeningFile()
      const found =
        file === undefined ? undefined : this.#router.find(request.path)?.resource.methods.get(request.method)
      if (file === undefined || found === undefined) return handler(request)
      const query = hasNoBody(request) ? `${file} ${found.target.name}?${request.query}` : undefined
      if (query !== undefined && this.#queries.has(query)) return handler(request)
      let bytes: Uint8Array | undefined
      const { body } = request
      const overheard: RequestBody = {
        bytes: async (limit) => {
          bytes = await body.bytes(limit)
          return bytes
        },
        stream: () => body.stream(),
        isAwaited: () => body.isAwaited?.() === true,
      }
      const answer = await handler(withBody(request, overheard))
      if (answer.status >= 400) return answer
      await this.#keep(file, found.target, found.names, request, bytes)
      if (query !== undefined) this.#queries.add(query)
      return answer
    }
  }

  async #keep(
    file: string,
    { name, readsBody }: Listened,
    inPath: ReadonlyArray<string>,
    request: HttpRequest,
    bytes: Uint8Array | undefined,
  ): Promise<void> {
    const query = paramsOfText(request.query)
    const again = withBody(request, { ...request.body, bytes: async () => bytes ?? new Uint8Array() })
    const body = readsBody ? await readBodyParams(again, Number.POSITIVE_INFINITY) : E.right({})
    const sent = [...(E.isRight(query) ? [query.right] : []), ...(E.isRight(body) ? [body.right] : [])]
    const names = [...inPath, ...sent.flatMap(sentIn)]
    const fresh = [...new Set(names)]
      .map((parameter) => `${name} ${parameter}`)
      .filter((line) => !this.#heard.has(`${file} ${line}`))
    for (const line of fresh) this.#heard.add(`${file} ${line}`)
    // At once: how a process of a test run ends is the runner's business.
    if (fresh.length > 0) appendFileSync(join(this.folder, file.replaceAll('/', '+')), `${fresh.join('\n')}\n`)
  }
}

/** The folder in which runs keep what they hear: the environment's `FORGEFOLD_HEARD_PARAMETERS`; undefined: they do not listen. */
const heardFolder = (): string | undefined => process.env['FORGEFOLD_HEARD_PARAMETERS']

const started = (): HeardParameters | undefined => {
  const folder = heardFolder()
  if (folder === undefined) return undefined
  mkdirSync(folder, { recursive: true })
  return new HeardParameters(folder)
}

/** The one of this process; undefined where it does not listen. */
export const heardParameters = started()
