import { bytesOfBase64 } from './base64.js'
import type { Sha256 } from './merkle-tree.js'
import { COSIGNATURE, signaturesOf, type VerifierKey } from './signed-note.js'
import { utf8 } from './utf8.js'

const TIMESTAMP_BYTES = 8
const ED25519_BYTES = 64

/**
 * What a witness signs: the text of a checkpoint and the time at which it saw it, in seconds since 1970 (C2SP tlog-cosignature).
 *
 * @example
 * assert.equal(Buffer.from(cosignedMessage('a text\n', 7)).toString(), 'cosignature/v1\ntime 7\na text\n')
 */
export const cosignedMessage = (text: string, seconds: number): Uint8Array =>
  utf8(`cosignature/v1\ntime ${seconds}\n${text}`)

/**
 * When a witness saw a checkpoint, in seconds since 1970, where the note bears a good cosignature of it (C2SP tlog-cosignature,
 * `cosignature/v1`); undefined where it does not.
 *
 * @example
 * import { isEd25519Signature, sha256 } from '@forgefold/adapters/crypto'
 * const witness = { name: 'witness.example', key: new Uint8Array(32) }
 * assert.equal(cosignedAt(sha256, 'no note\n', witness, isEd25519Signature), undefined)
 */
export const cosignedAt = (
  sha256: Sha256,
  note: string,
  witness: VerifierKey,
  isSignature: (message: Uint8Array, signature: Uint8Array, key: Uint8Array) => boolean,
): number | undefined => {
  for (const { text, signature } of signaturesOf(sha256, note, witness, COSIGNATURE)) {
    if (signature.length !== TIMESTAMP_BYTES + ED25519_BYTES) continue
    let seconds = 0
    for (const byte of signature.subarray(0, TIMESTAMP_BYTES)) seconds = seconds * 256 + byte
    if (!Number.isSafeInteger(seconds)) continue
    if (isSignature(cosignedMessage(text, seconds), signature.subarray(TIMESTAMP_BYTES), witness.key)) return seconds
  }
  return undefined
}

/**
 * Whether a line is a good cosignature of a checkpoint by one of the witnesses.
 *
 * @example
 * import { isEd25519Signature, sha256 } from '@forgefold/adapters/crypto'
 * const witness = { name: 'witness.example', key: new Uint8Array(32) }
 * assert.equal(isCosignedBy(sha256, 'a text\n\n— forge.example AAAA\n', 'no line', [witness], isEd25519Signature), false)
 */
export const isCosignedBy = (
  sha256: Sha256,
  note: string,
  line: string,
  witnesses: ReadonlyArray<VerifierKey>,
  isSignature: (message: Uint8Array, signature: Uint8Array, key: Uint8Array) => boolean,
): boolean => {
  const alone = `${note.slice(0, note.lastIndexOf('\n\n') + 2)}${line}\n`
  return witnesses.some((witness) => cosignedAt(sha256, alone, witness, isSignature) !== undefined)
}

const LINE = /^— [^\s+]+ (\S+)$/u
const KEY_ID_BYTES = 4

/**
 * The lines of a response that may be cosignatures; verifying them is left to those who have the keys.
 *
 * @example
 * assert.deepEqual(cosignatureLines('no cosignature\n'), [])
 */
export const cosignatureLines = (answer: string): ReadonlyArray<string> =>
  answer.split('\n').filter((line) => {
    const bytes = bytesOfBase64(LINE.exec(line)?.[1] ?? '')
    return bytes?.length === KEY_ID_BYTES + TIMESTAMP_BYTES + ED25519_BYTES
  })
