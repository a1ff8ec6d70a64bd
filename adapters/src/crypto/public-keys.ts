import { createHash } from 'node:crypto'
import type { PgpPublicKey, PublicKeys, SshPublicKey } from '@forgefold/core/ports'

/** The most characters of a key. */
const MAX_LENGTH = 65_536

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const decodeBase64 = (text: string): Buffer | undefined => {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return undefined
  return Buffer.from(text, 'base64')
}

/** The length-prefixed strings of a key (RFC 4251 §5); undefined if they do not fill it exactly. */
const fieldsOf = (body: Buffer): ReadonlyArray<Buffer> | undefined => {
  const fields: Array<Buffer> = []
  for (let at = 0; at < body.length; ) {
    if (at + 4 > body.length || fields.length > 8) return undefined
    const end = at + 4 + body.readUInt32BE(at)
    if (end > body.length) return undefined
    fields.push(body.subarray(at + 4, end))
    at = end
  }
  return fields
}

const bitsOf = (integer: Buffer | undefined): number => {
  if (integer === undefined) return 0
  let at = 0
  while (at < integer.length && integer[at] === 0) at++
  return at === integer.length ? 0 : (integer.length - at) * 8 - Math.clz32(integer[at] ?? 0) + 24
}

interface KeyType {
  /** The number of fields, including the type. */
  readonly fields: number
  readonly bits: (fields: ReadonlyArray<Buffer>) => number
}

const curve = (name: string, size: number, fields: number): KeyType => ({
  fields,
  bits: ([, named, point]) => (named?.toString('latin1') === name && point?.[0] === 4 ? size : 0),
})
const edwards = (fields: number): KeyType => ({ fields, bits: ([, point]) => (point?.length === 32 ? 256 : 0) })

const TYPES: Readonly<Record<string, KeyType>> = {
  'ssh-rsa': { fields: 3, bits: ([, , modulus]) => bitsOf(modulus) },
  'ssh-dss': { fields: 5, bits: ([, prime]) => bitsOf(prime) },
  'ecdsa-sha2-nistp256': curve('nistp256', 256, 3),
  'ecdsa-sha2-nistp384': curve('nistp384', 384, 3),
  'ecdsa-sha2-nistp521': curve('nistp521', 521, 3),
  'sk-ecdsa-sha2-nistp256@openssh.com': curve('nistp256', 256, 4),
  'ssh-ed25519': edwards(2),
  'sk-ssh-ed25519@openssh.com': edwards(3),
}

const ssh = (text: string): SshPublicKey | undefined => {
  if (text.length > MAX_LENGTH || /[\r\n]/.test(text.trim())) return undefined
  const [type = '', encoded = ''] = text.trim().split(/\s+/)
  const known = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  const body = decodeBase64(encoded)
  const fields = body === undefined ? undefined : fieldsOf(body)
  if (known === undefined || body === undefined || fields?.[0]?.toString('latin1') !== type) return undefined
  const bits = fields.length === known.fields ? known.bits(fields) : 0
  if (bits === 0) return undefined
  const hash = (algorithm: string): Buffer => createHash(algorithm).update(body).digest()
  return {
    type,
    body: encoded,
    bits,
    md5: (hash('md5').toString('hex').match(/../g) ?? []).join(':'),
    sha256: `SHA256:${hash('sha256').toString('base64').replace(/=+$/, '')}`,
  }
}

const BEGIN = '-----BEGIN PGP PUBLIC KEY BLOCK-----'
const END = '-----END PGP PUBLIC KEY BLOCK-----'
const CHECKSUM = /^=[A-Za-z0-9+/]{4}$/

/** The decoded body of an ASCII armour: after the headers, without the checksum (RFC 4880 §6.2). */
const unarmoured = (text: string): Buffer | undefined => {
  const lines = text.trim().split(/\r?\n/)
  if (lines[0]?.trim() !== BEGIN || lines.at(-1)?.trim() !== END) return undefined
  const blank = lines.findIndex((line, n) => n > 0 && line.trim() === '')
  if (blank < 0) return undefined
  const inside = lines.slice(blank + 1, -1).map((line) => line.trim())
  return decodeBase64(inside.filter((line) => !CHECKSUM.test(line)).join(''))
}

/** The position of the first packet's body, and the packet's tag (RFC 4880 §4.2). */
const firstPacket = (bytes: Buffer): { readonly tag: number; readonly body: Buffer } | undefined => {
  const [head = 0, first = 0] = bytes
  if ((head & 0x80) === 0 || bytes.length < 6) return undefined
  const cut = (tag: number, from: number, length: number) =>
    from + length > bytes.length ? undefined : { tag, body: bytes.subarray(from, from + length) }
  if ((head & 0x40) !== 0) {
    const tag = head & 0x3f
    if (first < 192) return cut(tag, 2, first)
    if (first < 224) return cut(tag, 3, ((first - 192) << 8) + (bytes[2] ?? 0) + 192)
    return first === 255 ? cut(tag, 6, bytes.readUInt32BE(2)) : undefined
  }
  const tag = (head >> 2) & 0x0f
  switch (head & 3) {
    case 0:
      return cut(tag, 2, first)
    case 1:
      return cut(tag, 3, bytes.readUInt16BE(1))
    case 2:
      return cut(tag, 5, bytes.readUInt32BE(1))
    default:
      return undefined
  }
}

const PUBLIC_KEY = 6

const pgp = (text: string): PgpPublicKey | undefined => {
  if (text.length > MAX_LENGTH) return undefined
  const bytes = unarmoured(text)
  const packet = bytes === undefined ? undefined : firstPacket(bytes)
  if (packet?.tag !== PUBLIC_KEY || packet.body[0] !== 4) return undefined
  const { body } = packet
  const head = Buffer.from([0x99, body.length >> 8, body.length & 0xff])
  return { fingerprint: createHash('sha1').update(head).update(body).digest('hex').toUpperCase() }
}

/**
 * Reads public keys of SSH and OpenPGP (RFC 4253, RFC 4880).
 *
 * @example
 * assert.equal(makePublicKeys().ssh('no key'), undefined)
 */
export const makePublicKeys = (): PublicKeys => ({ ssh, pgp })
