import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Reach } from '@forgefold/core/ports'

const LOCAL: ReadonlyArray<readonly [network: string, bits: number, family: 'ipv4' | 'ipv6']> = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['255.255.255.255', 32, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
]

const local = new BlockList()
for (const [network, bits, family] of LOCAL) local.addSubnet(network, bits, family)

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

const ownAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flat()
      .map((one) => one?.address ?? ''),
  )

/** Whether an address is of this machine or of a network that is not for everybody. */
const isLocal = (address: string): boolean => local.check(address, familyOf(address)) || ownAddresses().has(address)

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

/** Whether a request may go to an address that a host was looked up as. */
export const mayReach = (
  { host, address, port }: { readonly host: string; readonly address: string; readonly port: string },
  { local: localToo, spared }: Reach,
): boolean =>
  localToo ||
  !isLocal(address) ||
  spared
    .map(sparedOf)
    .some((one) => (one.port ?? port) === port && (one.host === host.toLowerCase() || isWithin(address, one.host)))
