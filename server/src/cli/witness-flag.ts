import { sha256 } from '@forgefold/adapters/crypto'
import { COSIGNATURE, readVerifierKey, type VerifierKey } from '@forgefold/core/audit'
import { type Flag, type Flags, refuseWithoutEffect, UsageError } from './flags.js'

/** The witnesses of the server's checkpoints. */
export const WITNESS_FLAG: Flag = {
  name: 'witness',
  value: 'URL,…',
  fallback: undefined,
  summary: 'witnesses that cosign checkpoints of the history (C2SP tlog-witness), every five minutes',
}

/** By which keys it counts as cosigned. */
export const WITNESS_KEY_FLAG: Flag = {
  name: 'witness-key',
  value: 'KEY,…',
  fallback: undefined,
  summary:
    'verifier keys of the witnesses: what none of them signed is not kept; default: all that a witness answers is',
}

const isWitness = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** The witnesses of the flags. Throws `UsageError`; URLs are logged, so they contain no secrets. */
export const witnessesOf = (flags: Flags): ReadonlyArray<string> => {
  const urls = (flags.text('witness') ?? '').split(',').map((url) => url.trim().replace(/\/$/, ''))
  const named = urls.filter((url) => url !== '')
  if (!named.every(isWitness)) throw new UsageError('--witness takes http://… or https://…, without a user')
  return [...new Set(named)]
}

/** Throws `UsageError` where there are keys of witnesses and no witnesses. */
export const refuseKeysAlone = (flags: Flags): void => {
  if (flags.text('witness') === undefined) refuseWithoutEffect(flags, ['witness-key'], 'without --witness')
}

/** The keys of witnesses that the flags name. Throws `UsageError`. */
export const witnessKeysOf = (flags: Flags): ReadonlyArray<VerifierKey> => {
  const texts = (flags.text('witness-key') ?? '').split(',').filter((text) => text.trim() !== '')
  return texts.map((text) => {
    const key = readVerifierKey(sha256, text, COSIGNATURE)
    if (key === undefined) throw new UsageError('--witness-key takes verifier keys of witnesses (cosignature/v1)')
    return key
  })
}
