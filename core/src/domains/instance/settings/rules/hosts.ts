import { matchesWildcard } from '../../../../kernel/index.js'

/** A DNS name of labels, with underscores and an optional trailing dot. */
export const isHostName = (text: string): boolean =>
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i.test(
    text,
  ) && !/^\d+(?:\.\d+){3}\.?$/.test(text)

const isByte = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= 255

/** Four numbers up to 255. */
const isIPv4 = (text: string): boolean => {
  const parts = text.split('.')
  return parts.length === 4 && parts.every(isByte)
}

/** The number of 16-bit groups; undefined where one is malformed. A trailing IPv4 address counts as two. */
const groupsIn = (text: string): number | undefined => {
  if (text === '') return 0
  const groups = text.split(':')
  const last = groups.at(-1) ?? ''
  const mixed = last.includes('.')
  if (mixed && !isIPv4(last)) return undefined
  const plain = mixed ? groups.slice(0, -1) : groups
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return plain.length + (mixed ? 2 : 0)
}

/** Eight groups, of which one run may be shortened to `::` (RFC 4291 §2.2). */
const isIPv6 = (text: string): boolean => {
  const [before = '', after, ...more] = text.split('::')
  if (more.length > 0) return false
  const first = groupsIn(before)
  const second = after === undefined ? 0 : groupsIn(after)
  if (first === undefined || second === undefined) return false
  return after === undefined ? first === 8 : first + second <= 7
}

export const isAddress = (text: string): boolean => isIPv4(text) || isIPv6(text)

/** An address, or a network as address and prefix length. */
export const isAddressOrNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/')
  if (more.length > 0 || !isAddress(address)) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128))
}

export const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535

/** A host name, an address or a network, optionally with a port; an IPv6 address with a port is in brackets. */
export const isOutboundTarget = (text: string): boolean => {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text)
  if (bracketed !== null) return isIPv6(bracketed[1] ?? '') && (bracketed[2] === undefined || isPort(bracketed[2]))
  const [, host = text, port] = /^([^:]+):(\d+)$/.exec(text) ?? []
  if (port !== undefined && !isPort(port)) return false
  return isHostName(host) || isAddressOrNetwork(host)
}

/** A host name with wildcards. */
export const isHostPattern = (text: string): boolean => isHostName(text.replaceAll('*', 'x')) || isAddress(text)

/** Whether one of the wildcards matches a host; case-insensitive. */
export const fitsAny = (host: string, wildcards: ReadonlyArray<string>): boolean => {
  const lower = host.toLowerCase()
  return wildcards.some((wildcard) => matchesWildcard(wildcard.trim().toLowerCase(), lower))
}
