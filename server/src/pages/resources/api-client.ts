import type { HttpHandler, HttpRequest } from '../../http/index.js'
import { API_BASE, AS_OF_HEADER, asOfText, changedRequest, isAsOfRequest, isStream } from '../../http/index.js'

/** An answer of the API. */
export interface Answered {
  readonly status: number
  readonly json: unknown
  readonly headers: ReadonlyMap<string, string>
}

/** Requests JSON from the API, with the rights of the visitor. */
export type Ask = (path: string) => Promise<Answered>

/** The headers of the page request that identify the visitor and their address. */
const FORWARDED_HEADERS = ['cookie', 'authorization', 'private-token', 'host', 'user-agent', 'x-request-id']

const NO_BODY: HttpRequest['body'] = {
  bytes: async () => new Uint8Array(),
  stream: async function* () {},
}

const textOf = async (body: Awaited<ReturnType<HttpHandler>>['body']): Promise<string> => {
  if (body === null) return ''
  if (typeof body === 'string') return body
  if (!isStream(body)) return new TextDecoder().decode(body)
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body) text += decoder.decode(part, { stream: true })
  return text + decoder.decode()
}

/** Sends a request as any client does, with the same checks. */
export const apiClientFor = (handler: HttpHandler, request: HttpRequest): Ask => {
  const headers = new Map(
    FORWARDED_HEADERS.flatMap((name) => {
      const value = request.headers.get(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
  // A page of a past state shows objects as they were then.
  if (isAsOfRequest(request)) headers.set(AS_OF_HEADER.toLowerCase(), asOfText(request) ?? '')
  return async (target) => {
    const [path = '', query = ''] = target.split('?')
    const inner = { method: 'GET', path: `${API_BASE}/${path}`, query, headers, body: NO_BODY }
    const answered = await handler(changedRequest(request, inner))
    const text = await textOf(answered.body)
    const known = new Map(answered.headers.map(([name, value]) => [name.toLowerCase(), value]))
    try {
      return { status: answered.status, json: JSON.parse(text), headers: known }
    } catch {
      return { status: answered.status, json: undefined, headers: known }
    }
  }
}
