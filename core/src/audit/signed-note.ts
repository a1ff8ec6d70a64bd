import { base64Of, bytesOfBase64 } from './base64.js'
import type { Sha256 } from './merkle-tree.js'
import { utf8 } from './utf8.js'

/** The signature type of a key: Ed25519 over a text, or over a text and a time (C2SP signed-note, signature types). */
const ED25519 = 1
/** The signature type of witnesses. */
export const COSIGNATURE = 4

type Algorithm = typeof ED25519 | typeof COSIGNATURE

const KEY_ID_BYTES = 4
const SEPARATOR = '\n\n'
const SIGNATURE = /^— (\S+) (\S+)$/

/** A public Ed25519 key (RFC 8032) with the name of its signer. */
export interface VerifierKey {
  readonly name: string
  /** 32 bytes. */
  readonly key: Uint8Array
}

/** The name of a signer: no spaces, no plus sign. */
const isSignerName = (name: string): boolean => /^[^\s+]+$/u.test(name)

const joined = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

/** The four bytes that distinguish the keys of a signer (C2SP signed-note). */
const keyIdOf = (sha256: Sha256, { name, key }: VerifierKey, algorithm: Algorithm): Uint8Array =>
  sha256(joined(utf8(`${name}\n`), Uint8Array.of(algorithm), key)).subarray(0, KEY_ID_BYTES)

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * A verifier key as text: `<name>+<key id>+<key>` (C2SP signed-note).
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * const verifier = { name: 'forge.example', key: new Uint8Array(32) }
 * assert.match(verifierKeyText(sha256, verifier), /^forge\.example\+[0-9a-f]{8}\+/)
 */
export const verifierKeyText = (sha256: Sha256, verifier: VerifierKey, algorithm: Algorithm = ED25519): string => {
  const id = hexOf(keyIdOf(sha256, verifier, algorithm))
  return `${verifier.name}+${id}+${base64Of(joined(Uint8Array.of(algorithm), verifier.key))}`
}

/**
 * Reads a verifier key; undefined where the text is malformed, or the key is of another signature type.
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * assert.equal(readVerifierKey(sha256, 'no key'), undefined)
 */
export const readVerifierKey = (
  sha256: Sha256,
  text: string,
  algorithm: Algorithm = ED25519,
): VerifierKey | undefined => {
  const [name = '', id = '', ...rest] = text.trim().split('+')
  const bytes = bytesOfBase64(rest.join('+'))
  if (!isSignerName(name) || bytes?.length !== 33 || bytes[0] !== algorithm) return undefined
  const verifier = { name, key: bytes.subarray(1) }
  return hexOf(keyIdOf(sha256, verifier, algorithm)) === id ? verifier : undefined
}

/**
 * Signs a text, which ends with a line feed, as a note (C2SP signed-note).
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * const verifier = { name: 'forge.example', key: new Uint8Array(32) }
 * assert.match(signedNote(sha256, 'a text\n', verifier, () => new Uint8Array(64)), /^a text\n\n— forge\.example /)
 */
export const signedNote = (
  sha256: Sha256,
  text: string,
  verifier: VerifierKey,
  sign: (message: Uint8Array) => Uint8Array,
): string => {
  const signature = base64Of(joined(keyIdOf(sha256, verifier, ED25519), sign(utf8(text))))
  return `${text}\n— ${verifier.name} ${signature}\n`
}

/** What a note says, and one signature below it. */
interface NoteSignature {
  readonly text: string
  /** The signature without the id of the key. */
  readonly signature: Uint8Array
}

/**
 * The signatures below a note that name a key, valid or not.
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * assert.deepEqual(signaturesOf(sha256, 'no note\n', { name: 'forge.example', key: new Uint8Array(32) }), [])
 */
export const signaturesOf = (
  sha256: Sha256,
  note: string,
  verifier: VerifierKey,
  algorithm: Algorithm = ED25519,
): ReadonlyArray<NoteSignature> => {
  const at = note.lastIndexOf(SEPARATOR)
  if (at < 0 || !note.endsWith('\n')) return []
  const text = note.slice(0, at + 1)
  const id = hexOf(keyIdOf(sha256, verifier, algorithm))
  return note
    .slice(at + SEPARATOR.length, -1)
    .split('\n')
    .flatMap((line) => {
      const [, name, encoded = ''] = SIGNATURE.exec(line) ?? []
      const bytes = bytesOfBase64(encoded)
      if (name !== verifier.name || bytes === undefined || hexOf(bytes.subarray(0, KEY_ID_BYTES)) !== id) return []
      return [{ text, signature: bytes.subarray(KEY_ID_BYTES) }]
    })
}

/**
 * The text of a note with a valid signature of the verifier; undefined without one.
 *
 * @example
 * import { isEd25519Signature, sha256 } from '@forgefold/adapters/crypto'
 * const verifier = { name: 'forge.example', key: new Uint8Array(32) }
 * assert.equal(textOfNote(sha256, 'no note\n', verifier, isEd25519Signature), undefined)
 */
export const textOfNote = (
  sha256: Sha256,
  note: string,
  verifier: VerifierKey,
  isSignature: (message: Uint8Array, signature: Uint8Array, key: Uint8Array) => boolean,
): string | undefined => {
  const [first] = signaturesOf(sha256, note, verifier)
  return first !== undefined && isSignature(utf8(first.text), first.signature, verifier.key) ? first.text : undefined
}
