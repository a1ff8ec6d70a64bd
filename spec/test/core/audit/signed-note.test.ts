import { historyKeyOf, isEd25519Signature, makeInstanceKey, sha256 } from '@forgefold/adapters/crypto'
import {
  base64Of,
  bytesOfBase64,
  checkpointText,
  readCheckpoint,
  readVerifierKey,
  signedNote,
  textOfNote,
  verifierKeyText,
} from '@forgefold/core/audit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const { verifier, sign } = historyKeyOf(makeInstanceKey())

describe('base64', () => {
  it('is what everybody else writes, and is read back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(bytesOfBase64(base64Of(bytes))).toEqual(bytes)
      }),
    )
  })

  it.each(['A', 'AA', 'AAA', 'A===', 'AA=A', 'AB==', 'AAB=', 'A AA', 'AA-_', 'AAAA\n'])('%j is none', (text) => {
    expect(bytesOfBase64(text)).toBeUndefined()
  })
})

describe('a signed checkpoint', () => {
  it('gives back what was signed, by its own key only', () => {
    const other = historyKeyOf(makeInstanceKey())
    fc.assert(
      fc.property(fc.nat(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (size, root) => {
        const checkpoint = { origin: verifier.name, size, root }
        const note = signedNote(sha256, checkpointText(checkpoint), verifier, sign)
        const text = textOfNote(sha256, note, verifier, isEd25519Signature)
        expect(readCheckpoint(text ?? '')).toEqual(checkpoint)
        expect(textOfNote(sha256, note, other.verifier, isEd25519Signature)).toBeUndefined()
      }),
      { numRuns: 20 },
    )
  })

  it('is refused where a letter of it was changed, or its signature is missing', () => {
    const text = checkpointText({ origin: verifier.name, size: 12, root: sha256('') })
    const note = signedNote(sha256, text, verifier, sign)
    expect(textOfNote(sha256, note.replace('\n12\n', '\n13\n'), verifier, isEd25519Signature)).toBeUndefined()
    expect(textOfNote(sha256, text, verifier, isEd25519Signature)).toBeUndefined()
    expect(textOfNote(sha256, note.trimEnd(), verifier, isEd25519Signature)).toBeUndefined()
  })

  it('keeps its text with the signatures of witnesses beside it', () => {
    const witness = historyKeyOf(makeInstanceKey())
    const text = checkpointText({ origin: verifier.name, size: 12, root: sha256('') })
    const line = signedNote(sha256, text, witness.verifier, witness.sign).slice(text.length + 1)
    const note = signedNote(sha256, text, verifier, sign) + line
    for (const known of [verifier, witness.verifier])
      expect(textOfNote(sha256, note, known, isEd25519Signature)).toBe(text)
  })

  it('names a key that is read back from its text', () => {
    const text = verifierKeyText(sha256, verifier)
    expect(readVerifierKey(sha256, text)).toEqual({ name: verifier.name, key: new Uint8Array(verifier.key) })
    expect(readVerifierKey(sha256, text.replace(/.{4}$/, 'AAAA'))).toBeUndefined()
    expect(readVerifierKey(sha256, 'nothing')).toBeUndefined()
  })

  // The key and the note of the signed-note specification's own example.
  it('reads the example of the specification', () => {
    const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    const note = [
      'If you think cryptography is the answer to your problem,',
      "then you don't know what your problem is.",
      '',
      '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=',
      '',
    ].join('\n')
    const known = readVerifierKey(sha256, key)
    expect(known?.name).toBe('PeterNeumann')
    expect(known && textOfNote(sha256, note, known, isEd25519Signature)).toMatch(/^If you think/)
  })
})
