import { createCipheriv, createDecipheriv } from 'node:crypto'
import { randomSlice } from './random.js'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: nonce, ciphertext and tag as base64url. `context` must be the same to open it again. */
export const sealWith = (key: Buffer, clear: string | Uint8Array, context: string): string => {
  const nonce = Buffer.from(randomSlice(NONCE_BYTES))
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(clear), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Undefined if the key or the context differs, or if the text was altered. */
export const openWith = (key: Buffer, sealed: string, context: string): Buffer | undefined => {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const tagAt = bytes.length - TAG_BYTES
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(tagAt))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, tagAt)), decipher.final()])
  } catch {
    return undefined
  }
}
