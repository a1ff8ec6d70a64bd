import { appendFileSync } from 'node:fs'
import { pause } from '@forgefold/adapters/clock'
import { sha256 } from '@forgefold/adapters/crypto'
import { makeOutbound } from '@forgefold/adapters/outbound'
import { askWitness, type HistoryTree, verifierKeyText, type Witnessed } from '@forgefold/core/audit'
import { signedCheckpoint } from '../../audit/index.js'
import type { Terminal } from '../command.js'
import { type Flag, type Flags, UsageError } from '../flags.js'
import type { AuditQuestion } from './audit-question.js'
import { withHistoryTree } from './open-history-tree.js'

export const CHECKPOINT_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'witness',
    value: 'URL',
    fallback: undefined,
    summary: 'checkpoint: a witness that is to cosign it (C2SP tlog-witness)',
  },
]

/** The witness that the flags name. Throws `UsageError`. */
const witnessOf = (flags: Flags): string | undefined => {
  const url = flags.text('witness')
  if (url === undefined || (URL.canParse(url) && /^https?:/.test(url))) return url
  throw new UsageError('--witness takes http://… or https://…')
}

const refusalOf = (witnessed: Exclude<Witnessed, { readonly kind: 'Cosigned' }>): string => {
  switch (witnessed.kind) {
    case 'SawMore':
      return `the witness saw this history when it had ${witnessed.size} events: it has lost some`
    case 'Refused':
      return `the witness refused the checkpoint (${witnessed.status})`
    case 'Away':
      return 'the witness does not answer'
  }
}

/** The checkpoint with the cosignatures of the witness; undefined where it gave none, which is told. */
const cosigned = async (
  url: string,
  tree: HistoryTree,
  note: string,
  terminal: Terminal,
): Promise<string | undefined> => {
  const witnessed = await askWitness({ url, tree, note, size: tree.size(), outbound: makeOutbound(), pause })
  if (witnessed.kind === 'Cosigned') return `${note}${witnessed.lines.join('\n')}\n`
  terminal.tell(`forgefold: ${refusalOf(witnessed)}`)
  return undefined
}

/** Prints the signed head of the tree, for whoever wants to hold the instance to it later. */
export const checkpoint: AuditQuestion = {
  name: 'checkpoint',
  usage: 'checkpoint [FILE]',
  summary: 'print the signed head of the history, or add it to a file',
  run: async (flags, [file, ...rest], terminal) => {
    if (rest.length > 0) throw new UsageError('audit checkpoint takes one file at most')
    const witness = witnessOf(flags)
    return withHistoryTree(flags, terminal, async (tree, key) => {
      const own = signedCheckpoint(tree, key)
      const note = witness === undefined ? own : await cosigned(witness, tree, own, terminal)
      if (note === undefined) return 1
      if (file !== undefined) appendFileSync(file, `${note}\n`)
      if (flags.isOn('json')) terminal.say(JSON.stringify({ note, key: verifierKeyText(sha256, key.verifier) }))
      else terminal.say(note.trimEnd())
      return 0
    })
  },
}
