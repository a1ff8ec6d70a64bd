import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { ClientSettings, Host } from './connection.js'

/** Whether an event store is usable, with a message for operators that contains no secret. */
export type HostReachability =
  | { readonly kind: 'Reached' }
  /** Transient: nothing listens yet, or the node is not ready. */
  | { readonly kind: 'Away'; readonly why: string }
  /** Permanent: the connection string or the node has to be changed. */
  | { readonly kind: 'Refused'; readonly why: string }

const TIMEOUT_MS = 1_000

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
])

/** The TLS errors for an answer in another protocol. */
const NOT_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'])

export const nameOf = ({ address, port }: Host): string => `${address}:${port}`

const refused = (why: string): HostReachability => ({ kind: 'Refused', why })
const unreachable = (why: string): HostReachability => ({ kind: 'Away', why })

const reachOf = (host: Host, code: string | undefined): HostReachability => {
  const name = nameOf(host)
  if (code === undefined) return unreachable(`${name} cannot be reached`)
  if (UNTRUSTED.has(code))
    return refused(
      `the certificate of ${name} is not signed by an authority known here: look at tlsCAFile in the connection string`,
    )
  if (NOT_TLS.has(code)) return refused(`${name} does not speak TLS: look at tls in the connection string`)
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return refused(
        `the certificate of ${name} is made out to another name: look at the host in the connection string`,
      )
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return refused(`the certificate of ${name} is not valid at this time`)
    case 'ECONNREFUSED':
      return unreachable(`nothing listens at ${name}`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return unreachable(`the name ${host.address} is not known`)
    case 'ETIMEDOUT':
      return unreachable(`${name} does not answer`)
    default:
      return unreachable(`${name} cannot be reached`)
  }
}

/** The first event of a socket: ready, or its error. */
const firstWord = (
  host: Host,
  socket: Socket | TLSSocket,
  ready: 'connect' | 'secureConnect',
): Promise<HostReachability> =>
  new Promise((resolve) => {
    const over = (reach: HostReachability): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(reach)
    }
    const timer = setTimeout(() => over(unreachable(`${nameOf(host)} does not answer`)), TIMEOUT_MS)
    socket.on(ready, () => over({ kind: 'Reached' }))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => over(reachOf(host, code)))
    socket.on('close', () => over(reachOf(host, undefined)))
  })

/** Whether a host takes connections of the kind that the settings ask for. */
export const probeHost = (
  host: Host,
  { insecure, rootCertificate, ...own }: ClientSettings['channel'],
): Promise<HostReachability> => {
  const place = { host: host.address, port: host.port }
  if (insecure === true) return firstWord(host, connectTcp(place), 'connect')
  const socket = connectTls({
    ...place,
    ...(isIP(host.address) === 0 ? { servername: host.address } : {}),
    ALPNProtocols: ['h2'],
    ...(rootCertificate === undefined ? {} : { ca: rootCertificate }),
    ...(own.userCertFile === undefined ? {} : { cert: own.userCertFile }),
    ...(own.userKeyFile === undefined ? {} : { key: own.userKeyFile }),
  })
  return firstWord(host, socket, 'secureConnect')
}

/** Whether a host that refused plain text accepts TLS. */
export const speaksTls = async (host: Host): Promise<boolean> => {
  const socket = connectTls({ host: host.address, port: host.port, rejectUnauthorized: false, ALPNProtocols: ['h2'] })
  return (await firstWord(host, socket, 'secureConnect')).kind === 'Reached'
}
