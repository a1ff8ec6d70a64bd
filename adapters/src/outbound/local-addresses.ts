import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { AddressPolicy } from '@forgefold/core/ports'

type Network = readonly [network: string, bits: number]

/** Networks that are not globally reachable (RFC 6890 and the registries of special-purpose addresses). */
const NOT_GLOBAL: Readonly<Record<'ipv4' | 'ipv6', ReadonlyArray<Network>>> = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    // Unspecified, loopback, and ranges that embed an IPv4 address: the embedded address is no reason to allow them.
    ['::', 96],
    ['::ffff:0:0', 96],
    ['::ffff:0:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
    ['5f00::', 16],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
}

// One list each: in a list of both, a network of mapped addresses would hold every IPv4 address.
const listOf = (family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const [network, bits] of NOT_GLOBAL[family]) list.addSubnet(network, bits, family)
  return list
}

/** Made with the first address that is asked about. */
const notGlobal: { ipv4?: BlockList; ipv6?: BlockList } = {}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

const ownAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flat()
      .map((one) => one?.address ?? ''),
  )

/** Whether an address belongs to this machine or to a network that is not globally reachable. */
const isLocal = (address: string): boolean => {
  const family = familyOf(address)
  notGlobal[family] ??= listOf(family)
  return notGlobal[family].check(address, family) || ownAddresses().has(address)
}

/** A host, an address or a network as it stands in a list, with the port where it names one. */
interface Spared {
  readonly host: string
  readonly port: string | undefined
}

const BRACKETED = /^\[([^\]]+)\](?::(\d+))?$/
const WITH_PORT = /^([^:]+):(\d+)$/

const sparedOf = (text: string): Spared => {
  const found = BRACKETED.exec(text) ?? WITH_PORT.exec(text)
  return { host: (found?.[1] ?? text).trim().toLowerCase(), port: found?.[2] }
}

const isWithin = (address: string, network: string): boolean => {
  const [base = '', bits, ...more] = network.split('/')
  if (isIP(base) === 0 || isIP(base) !== isIP(address) || more.length > 0) return false
  const most = isIP(base) === 4 ? 32 : 128
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  if (!(prefix <= most)) return false
  const list = new BlockList()
  list.addSubnet(base, prefix, familyOf(base))
  return list.check(address, familyOf(address))
}

/**
 * Whether a request may be sent to a resolved address of a host.
 *
 * @example
 * const target = { host: 'localhost', address: '127.0.0.1', port: '80' }
 * assert.equal(mayReach(target, { local: false, allowedHosts: [], pinned: true }), false)
 */
export const mayReach = (
  { host, address, port }: { readonly host: string; readonly address: string; readonly port: string },
  { local: localToo, allowedHosts }: AddressPolicy,
): boolean =>
  localToo ||
  !isLocal(address) ||
  allowedHosts
    .map(sparedOf)
    .some((one) => (one.port ?? port) === port && (one.host === host.toLowerCase() || isWithin(address, one.host)))
