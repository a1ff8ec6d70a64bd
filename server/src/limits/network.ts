const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/** The part of an address that belongs to one subscriber: a whole IPv4 address, or the first 64 bits of an IPv6 address (RFC 6177). */
export const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = [...before, ...gap, ...after].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
