import { base64Of, bytesOfBase64 } from './base64.js'
import type { Sha256 } from './merkle-tree.js'
import { utf8 } from './utf8.js'

const ED25519 = 1
const KEY_ID_BYTES = 4
const SEPARATOR = '\n\n'
const SIGNATURE = /^— (\S+) (\S+)$/

/** A public Ed25519 key (RFC 8032) under the name it signs with. */
export interface VerifierKey {
  readonly name: string
  /** 32 bytes. */
  readonly key: Uint8Array
}

/** The name of a signer: no spaces, no plus sign. */
const isSignerName = (name: string): boolean => /^[^\s+]+$/u.test(name)

const joined = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

/** The four bytes that tell a signer's keys apart (C2SP signed-note). */
const keyIdOf = (sha256: Sha256, { name, key }: VerifierKey): Uint8Array =>
  sha256(joined(utf8(`${name}\n`), Uint8Array.of(ED25519), key)).subarray(0, KEY_ID_BYTES)

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A verifier key as text: `<name>+<key id>+<key>` (C2SP signed-note). */
export const verifierKeyText = (sha256: Sha256, verifier: VerifierKey): string =>
  `${verifier.name}+${hexOf(keyIdOf(sha256, verifier))}+${base64Of(joined(Uint8Array.of(ED25519), verifier.key))}`

/** Reads a verifier key; undefined where the text is none, or not of an Ed25519 key. */
export const readVerifierKey = (sha256: Sha256, text: string): VerifierKey | undefined => {
  const [name = '', id = '', ...rest] = text.trim().split('+')
  const bytes = bytesOfBase64(rest.join('+'))
  if (!isSignerName(name) || bytes?.length !== 33 || bytes[0] !== ED25519) return undefined
  const verifier = { name, key: bytes.subarray(1) }
  return hexOf(keyIdOf(sha256, verifier)) === id ? verifier : undefined
}

/** Signs a text, which ends with a line feed, as a note (C2SP signed-note). */
export const signedNote = (
  sha256: Sha256,
  text: string,
  verifier: VerifierKey,
  sign: (message: Uint8Array) => Uint8Array,
): string => {
  const signature = base64Of(joined(keyIdOf(sha256, verifier), sign(utf8(text))))
  return `${text}\n— ${verifier.name} ${signature}\n`
}

/** The text of a note where it bears a good signature of the verifier; undefined where it does not. */
export const textOfNote = (
  sha256: Sha256,
  note: string,
  verifier: VerifierKey,
  isSignature: (message: Uint8Array, signature: Uint8Array, key: Uint8Array) => boolean,
): string | undefined => {
  const at = note.lastIndexOf(SEPARATOR)
  if (at < 0 || !note.endsWith('\n')) return undefined
  const text = note.slice(0, at + 1)
  const id = hexOf(keyIdOf(sha256, verifier))
  for (const line of note.slice(at + SEPARATOR.length, -1).split('\n')) {
    const [, name, encoded = ''] = SIGNATURE.exec(line) ?? []
    const bytes = bytesOfBase64(encoded)
    if (name !== verifier.name || bytes === undefined || hexOf(bytes.subarray(0, KEY_ID_BYTES)) !== id) continue
    return isSignature(utf8(text), bytes.subarray(KEY_ID_BYTES), verifier.key) ? text : undefined
  }
  return undefined
}
