import type { Socket } from 'node:net'

const V4_MAPPED = Buffer.from('00000000000000000000ffff', 'hex')

const dotted = (bytes: Uint8Array): string => `${bytes[0]}.${bytes[1]}.${bytes[2]}.${bytes[3]}`

const canonical = (groups: ReadonlyArray<string>): string =>
  new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)

/** An IP address as text, from its 4 or 16 bytes; an IPv4-mapped IPv6 address is shown as IPv4. */
export const addressText = (bytes: Uint8Array): string => {
  if (bytes.byteLength === 4) return dotted(bytes)
  if (bytes.byteLength !== 16) return ''
  if (V4_MAPPED.equals(bytes.subarray(0, 12))) return dotted(bytes.subarray(12))
  const hex = Buffer.from(bytes).toString('hex')
  return canonical(hex.match(/.{4}/g) ?? [])
}

/** The IP address of the other end of a connection; an IPv4-mapped IPv6 address is shown as IPv4. */
export const remoteAddressOf = ({ remoteAddress = '' }: Socket): string =>
  remoteAddress.replace(/^::ffff:(?=\d+\.)/, '')

const LOOPBACK = '127.0.0.1'

/** Addresses of clients, which `Request` has no member for. */
const addresses = new WeakMap<Request, string>()

/** Notes the address of the client that sent the request. */
export const sentFrom = (request: Request, address: string): Request => {
  addresses.set(request, address)
  return request
}

/** The address of the client; a loopback address where the request came from this process, or from a framework that does not tell. */
export const clientAddressOf = (request: Request): string => addresses.get(request) ?? LOOPBACK
