import { type Flag, type Flags, UsageError } from './flags.js'

/** Who is to cosign what the server signs. */
export const WITNESS_FLAG: Flag = {
  name: 'witness',
  value: 'URL,…',
  fallback: undefined,
  summary: 'witnesses that cosign checkpoints of the history (C2SP tlog-witness), every five minutes',
}

const isWitness = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** The witnesses that the flags name. Throws `UsageError`; addresses are logged, so they carry no secrets. */
export const witnessesOf = (flags: Flags): ReadonlyArray<string> => {
  const urls = (flags.text('witness') ?? '').split(',').map((url) => url.trim().replace(/\/$/, ''))
  const named = urls.filter((url) => url !== '')
  if (!named.every(isWitness)) throw new UsageError('--witness takes http://… or https://…, without a user')
  return [...new Set(named)]
}
