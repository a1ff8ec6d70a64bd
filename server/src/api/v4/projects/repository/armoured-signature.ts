const V4_TYPE_AND_ALGORITHMS = 4
const ISSUER = 16
const ISSUER_FINGERPRINT = 33

/** The decoded bytes of an armour, without its headers and checksum (RFC 4880, 6.2). */
const bytesIn = (armour: string): Buffer => {
  const lines = armour.split('\n').map((line) => line.trim())
  const blank = lines.indexOf('')
  const body = lines.slice(blank < 0 ? 1 : blank + 1).filter((line) => !line.startsWith('-') && !line.startsWith('='))
  return Buffer.from(body.join(''), 'base64')
}

/** The body of the first packet (RFC 4880, 4.2); empty where it is no signature. */
const signaturePacket = (bytes: Buffer): Buffer => {
  const [tag = 0, length = 0] = bytes
  if ((tag & 0xc0) === 0xc0) {
    if ((tag & 0x3f) !== 2) return Buffer.alloc(0)
    return bytes.subarray(length < 192 ? 2 : length < 224 ? 3 : 6)
  }
  if ((tag & 0xbc) !== 0x88) return Buffer.alloc(0)
  return bytes.subarray([2, 3, 5, 1][tag & 3])
}

/** The subpackets of one area, by type (RFC 4880, 5.2.3.1). */
const subpackets = (area: Buffer): ReadonlyMap<number, Buffer> => {
  const found = new Map<number, Buffer>()
  for (let at = 0; at < area.length; ) {
    const first = area[at] ?? 0
    const size = first < 192 ? 1 : first < 255 ? 2 : 5
    if (at + size > area.length) return found
    const length =
      size === 1 ? first : size === 2 ? ((first - 192) << 8) + (area[at + 1] ?? 0) + 192 : area.readUInt32BE(at + 1)
    const body = area.subarray(at + size, at + size + length)
    if (body.length > 0) found.set((body[0] ?? 0) & 0x7f, body.subarray(1))
    at += size + length
  }
  return found
}

const areaAt = (packet: Buffer, at: number): Buffer =>
  at + 2 > packet.length ? Buffer.alloc(0) : packet.subarray(at + 2, at + 2 + packet.readUInt16BE(at))

/** The id of the key that an OpenPGP signature names, 16 upper-case hexadecimal digits; null where it names none. */
export const signingKeyId = (armour: string): string | null => {
  const packet = signaturePacket(bytesIn(armour))
  if (packet[0] !== 4) return null
  const hashed = areaAt(packet, V4_TYPE_AND_ALGORITHMS)
  const unhashed = areaAt(packet, V4_TYPE_AND_ALGORITHMS + 2 + hashed.length)
  for (const area of [hashed, unhashed].map(subpackets)) {
    const id = area.get(ISSUER) ?? area.get(ISSUER_FINGERPRINT)?.subarray(-8)
    if (id?.length === 8) return id.toString('hex').toUpperCase()
  }
  return null
}
