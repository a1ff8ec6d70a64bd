import type { Pause } from '../app/periodic.js'
import type { AddressPolicy, Outbound, OutboundOutcome } from '../ports/outbound.js'
import { base64Of } from './base64.js'
import { cosignatureLines } from './cosignature.js'
import type { HistoryTree } from './history-tree.js'
import type { Hash } from './merkle-tree.js'

/**
 * The body of a request for a cosignature (C2SP tlog-witness, add-checkpoint): the size that the witness saw last, the consistency proof from
 * there, the note.
 */
const addCheckpointBody = (older: number, proof: ReadonlyArray<Hash>, note: string): string =>
  `old ${older}\n${proof.map((hash) => `${base64Of(hash)}\n`).join('')}\n${note}`

/** The outcome of asking a witness. */
export type Witnessed =
  /** Lines to be added to the note. */
  | { readonly kind: 'Cosigned'; readonly lines: ReadonlyArray<string> }
  /** It has seen a longer history than this one. */
  | { readonly kind: 'SawMore'; readonly size: number }
  | { readonly kind: 'Refused'; readonly status: number }
  /** It answered that it cosigned, and no line of the answer is a cosignature that counts. */
  | { readonly kind: 'NotCosigned' }
  /** No answer. */
  | { readonly kind: 'Away' }

/**
 * Why a witness did not cosign, in one sentence.
 *
 * @example
 * assert.match(witnessRefusal({ kind: 'SawMore', size: 12 }), /12 events/)
 */
export const witnessRefusal = (witnessed: Exclude<Witnessed, { readonly kind: 'Cosigned' }>): string => {
  switch (witnessed.kind) {
    case 'SawMore':
      return `the witness saw this history when it had ${witnessed.size} events: it has lost some`
    case 'Refused':
      return `the witness refused the checkpoint (${witnessed.status})`
    case 'NotCosigned':
      return 'the witness answered without a good cosignature'
    case 'Away':
      return 'the witness does not answer'
  }
}

export interface WitnessOptions {
  /** The URL of the witness: the part before `/add-checkpoint`. */
  readonly url: string
  readonly tree: Pick<HistoryTree, 'consistency'>
  /** The signed head of the tree over that many events. */
  readonly note: string
  readonly size: number
  /** Whether a line is a cosignature of the note by a key that is trusted; default: whatever may be one counts. */
  readonly isTrusted?: (line: string) => boolean
  readonly outbound: Pick<Outbound, 'post'>
  readonly pause: Pause
  /** Milliseconds for one answer; default: 20,000. */
  readonly timeoutMs?: number
}

const MAX_ATTEMPTS = 4
const WAIT_MS = 1000
const TIMEOUT_MS = 20_000
const MAX_BYTES = 16_384

/** The operator chooses the witness, so it may have a local address. Redirects are not followed, so a response leads nowhere else. */
const REACH: AddressPolicy = { local: true, allowedHosts: [], pinned: true }

const sizeIn = (body: string | undefined): number | undefined =>
  /^(?:0|[1-9]\d{0,15})\n$/.test(body ?? '') ? Number(body) : undefined

/** What follows from one answer: an outcome, another try from the size that the witness has seen, or the same try again. */
type NextStep = Witnessed | { readonly kind: 'AskFrom'; readonly size: number } | { readonly kind: 'AskAgain' }

const nextStep = (
  answer: OutboundOutcome,
  older: number,
  { size, isTrusted = () => true }: Pick<WitnessOptions, 'size' | 'isTrusted'>,
): NextStep => {
  if (answer.kind === 'Blocked') return { kind: 'Away' }
  if (answer.kind !== 'Answered' || answer.status >= 500) return { kind: 'AskAgain' }
  if (answer.status === 200) {
    const lines = cosignatureLines(answer.body ?? '').filter(isTrusted)
    return lines.length > 0 ? { kind: 'Cosigned', lines } : { kind: 'NotCosigned' }
  }
  const seen = answer.status === 409 ? sizeIn(answer.body) : undefined
  // Where it has seen exactly the size that was asked from, it conflicts because its events are others.
  if (seen === undefined || seen === older) return { kind: 'Refused', status: answer.status }
  return seen > size ? { kind: 'SawMore', size: seen } : { kind: 'AskFrom', size: seen }
}

/**
 * Asks a witness to cosign a checkpoint (C2SP tlog-witness). The first question assumes that it has seen nothing; it answers with the size
 * of the checkpoint it saw last, and is asked again from there. Where it does not answer it is asked again after a pause.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * const outbound = { post: async () => ({ kind: 'Answered', status: 409, body: '12\n' }) }
 * const tree = { consistency: () => [] }
 * const asked = await askWitness({ url: 'https://witness.example', tree, note: 'a signed checkpoint', size: 7, outbound, pause })
 * assert.deepEqual(asked, { kind: 'SawMore', size: 12 })
 */
export const askWitness = async (options: WitnessOptions): Promise<Witnessed> => {
  const { url, tree, note, size, outbound, pause, timeoutMs = TIMEOUT_MS } = options
  const ask = (older: number): Promise<OutboundOutcome> =>
    outbound.post({
      url: `${url.replace(/\/$/, '')}/add-checkpoint`,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: addCheckpointBody(older, older === 0 ? [] : tree.consistency(older, size), note),
      timeoutMs,
      reach: REACH,
      answerBytes: MAX_BYTES,
    })
  let older = 0
  for (let tries = 1; tries <= MAX_ATTEMPTS; tries++) {
    const next = nextStep(await ask(older), older, options)
    if (next.kind === 'AskFrom') older = next.size
    else if (next.kind !== 'AskAgain') return next
    else if (tries < MAX_ATTEMPTS) await pause(WAIT_MS * tries)
  }
  return { kind: 'Away' }
}
