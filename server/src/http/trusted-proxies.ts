import { BlockList, isIP } from 'node:net'
import type { HttpHandler, HttpRequest, RequestBody } from './message.js'

/** The proxies of this server, whose `X-Forwarded-*` headers are trusted. */
export interface TrustedProxies {
  readonly trusts: (address: string) => boolean
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined => {
  const version = isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}

/**
 * Parses addresses and networks (`10.0.0.0/8`, `::1`); undefined where one of them is malformed.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { trustedProxies } from '@forgefold/server'
 *
 * assert.equal(trustedProxies(['somewhere']), undefined)
 * assert.notEqual(trustedProxies(['10.0.0.0/8', '::1']), undefined)
 */
export const trustedProxies = (networks: ReadonlyArray<string>): TrustedProxies | undefined => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix, ...more] = network.split('/')
    const family = familyOf(address)
    if (family === undefined || more.length > 0) return undefined
    const most = family === 'ipv4' ? 32 : 128
    const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (!(bits <= most)) return undefined
    list.addSubnet(address, bits, family)
  }
  return {
    trusts: (address) => {
      const family = familyOf(address)
      return family !== undefined && list.check(address, family)
    },
  }
}

/** No proxy is trusted. */
export const NO_PROXIES: TrustedProxies = { trusts: () => false }

const PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/** An address as proxies write it, with or without a port. */
const bare = (text: string): string => {
  const found = PORT.exec(text)
  return (found?.[1] ?? found?.[2] ?? text).replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Each proxy appends its client's address: the client is the first from the right that is no trusted proxy; entries to the left of it may be forged. */
const clientBehind = (proxies: TrustedProxies, peer: string, forwardedFor: string | undefined): string => {
  let client = peer
  const addresses = (forwardedFor ?? '').split(',').map((one) => bare(one.trim()))
  for (let at = addresses.length - 1; at >= 0 && proxies.trusts(client); at--) {
    const next = addresses[at] as string
    if (isIP(next) === 0) break
    client = next
  }
  return client
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const

const first = (text: string): string => (text.split(',', 1)[0] as string).trim()

/** The headers as the client sent them: those of a trusted proxy replace them, those of others are removed. */
const headersOf = (headers: HttpRequest['headers'], trusted: boolean): HttpRequest['headers'] => {
  const seen = new Map(headers)
  const [host, scheme] = [headers.get('x-forwarded-host'), headers.get('x-forwarded-proto')]
  for (const name of FORWARDED) seen.delete(name)
  if (!trusted) return seen
  if (host !== undefined) seen.set('host', first(host))
  if (scheme !== undefined) seen.set('x-forwarded-proto', first(scheme))
  return seen
}

/** A request as its client sent it to the outermost proxy. */
class ForwardedRequest implements HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: HttpRequest['headers']
  readonly remoteAddress: string
  readonly forwarded: boolean
  readonly body: RequestBody
  readonly #request: HttpRequest

  constructor(request: HttpRequest, proxies: TrustedProxies) {
    const { method, path, query, headers, remoteAddress, body } = request
    this.method = method
    this.path = path
    this.query = query
    this.forwarded = proxies.trusts(remoteAddress)
    this.headers = headersOf(headers, this.forwarded)
    this.remoteAddress = clientBehind(proxies, remoteAddress, headers.get('x-forwarded-for'))
    this.body = body
    this.#request = request
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }
}

/**
 * Restores each request as its client sent it: address, host and scheme from `X-Forwarded-For`, `-Host` and `-Proto`, where it comes from a
 * trusted proxy. These headers are removed from all other requests.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { asFetch, behindProxies, trustedProxies } from '@forgefold/server'
 *
 * const handler = async ({ headers }) => ({ status: 200, headers: [], body: headers.get('x-forwarded-for') ?? 'nobody' })
 * const ask = asFetch(behindProxies(trustedProxies(['10.0.0.0/8']), handler))
 * const response = await ask(new Request('http://forge.example', { headers: { 'x-forwarded-for': '192.0.2.7' } }))
 * assert.equal(await response.text(), 'nobody')
 */
export const behindProxies =
  (proxies: TrustedProxies, handler: HttpHandler): HttpHandler =>
  (request) =>
    handler(FORWARDED.some((name) => request.headers.has(name)) ? new ForwardedRequest(request, proxies) : request)
