import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import type { Outbound, OutboundOutcome, OutboundRequest } from '@forgefold/core/ports'
import { Semaphore } from '../git/semaphore.js'
import { mayReach } from './local-addresses.js'

/** The addresses of a host, the first to be used. Rejects if there are none. */
export type Lookup = (host: string) => Promise<ReadonlyArray<string>>

const byResolver: Lookup = async (host) => {
  const { lookup } = await import('node:dns/promises')
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Look-ups at a time: the system's resolver keeps one of four threads, which files and passwords need as well, for as long as a name server is silent. */
const MAX_LOOKUPS = 2

type BoundedLookup = (host: string, signal: AbortSignal) => Promise<ReadonlyArray<string>>

const inTurn = (lookup: Lookup): BoundedLookup => {
  const places = new Semaphore(MAX_LOOKUPS)
  return async (host, signal) => {
    const leave = await places.enter(signal)
    return lookup(host).finally(leave)
  }
}

/** Loaded with the first outgoing request: TLS alone takes a millisecond of a start. */
const protocolOf = (target: URL): Promise<Pick<typeof import('node:http'), 'request'>> =>
  target.protocol === 'https:' ? import('node:https') : import('node:http')

const targetOf = (url: string): URL | undefined => {
  const target = URL.canParse(url) ? new URL(url) : undefined
  return target?.protocol === 'http:' || target?.protocol === 'https:' ? target : undefined
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const portOf = ({ port, protocol }: URL): string => (port === '' ? (protocol === 'https:' ? '443' : '80') : port)

/** A `lookup` for `net.connect` that answers with these addresses. */
const answeredBy =
  (find: () => Promise<ReadonlyArray<string>>): LookupFunction =>
  (_host, options, tell) => {
    find().then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (first === undefined) tell(new Error('no address'), '', 0)
        else if (options.all === true) tell(null, found)
        else tell(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => tell(error, '', 0),
    )
  }

type Answered = Extract<OutboundOutcome, { readonly kind: 'Answered' }>

const headersOf = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/** The beginning of a body; of a body that breaks off, the part received. */
const bodyOf = async (response: IncomingMessage, most: number): Promise<string> => {
  const chunks: Array<Buffer> = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= most) break
    }
  } catch {
    // The part received is returned.
  }
  return Buffer.concat(chunks).subarray(0, most).toString('utf8')
}

const send = async (target: URL, request: OutboundRequest, lookup: LookupFunction, signal: AbortSignal) => {
  const protocol = await protocolOf(target)
  return new Promise<Answered>((resolve, reject) => {
    const { headers, body, verifiesTls = true, answerBytes = 0, clientCertificate } = request
    const length = String(Buffer.byteLength(body))
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': length },
      lookup,
      signal,
      agent: false,
      rejectUnauthorized: verifiesTls,
      ...clientCertificate,
    }
    const asked = protocol.request(target, options, (response) => {
      const status = response.statusCode ?? 0
      if (answerBytes === 0) {
        resolve({ kind: 'Answered', status })
        response.destroy()
        return
      }
      bodyOf(response, answerBytes).then((text) => {
        resolve({ kind: 'Answered', status, headers: headersOf(response), body: text })
        response.destroy()
      }, reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

const orGivenUp = <A>(work: Promise<A>, signal: AbortSignal): Promise<A> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
  ])

const attempt = async (target: URL, request: OutboundRequest, lookup: BoundedLookup): Promise<OutboundOutcome> => {
  const signal = AbortSignal.timeout(request.timeoutMs)
  const host = hostOf(target)
  const find = async (): Promise<ReadonlyArray<string>> => (isIP(host) === 0 ? lookup(host, signal) : [host])
  const found = await orGivenUp(find(), signal)
  const allowed =
    found.length > 0 && found.every((address) => mayReach({ host, address, port: portOf(target) }, request.reach))
  if (!allowed) return { kind: 'Blocked' }
  const connecting = answeredBy(request.reach.pinned ? async () => found : find)
  return orGivenUp(send(target, request, connecting, signal), signal)
}

/**
 * Outgoing HTTP requests. `lookup` resolves hosts; default: the system's resolver.
 *
 * @example
 * const reach = { local: false, allowedHosts: [], pinned: true }
 * const request = { url: 'http://127.0.0.1:1', headers: {}, body: '', timeoutMs: 1000, reach }
 * assert.deepEqual(await makeOutbound().post(request), { kind: 'Blocked' })
 */
export const makeOutbound = (lookup: Lookup = byResolver): Outbound => {
  const bounded = inTurn(lookup)
  return {
    post: async (request) => {
      const target = targetOf(request.url)
      if (target === undefined) return { kind: 'Failed' }
      try {
        return await attempt(target, request, bounded)
      } catch {
        return { kind: 'Failed' }
      }
    },
  }
}
