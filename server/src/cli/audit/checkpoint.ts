import { appendFileSync } from 'node:fs'
import { pause } from '@forgefold/adapters/clock'
import { sha256 } from '@forgefold/adapters/crypto'
import { makeOutbound } from '@forgefold/adapters/outbound'
import { askWitness, type HistoryTree, type VerifierKey, verifierKeyText, witnessRefusal } from '@forgefold/core/audit'
import { signedCheckpoint, trustIn } from '../../audit/index.js'
import type { Terminal } from '../command.js'
import { type Flag, UsageError } from '../flags.js'
import { refuseKeysAlone, witnessesOf, witnessKeysOf } from '../witness-flag.js'
import type { AuditQuestion } from './audit-question.js'
import { withHistoryTree } from './open-history-tree.js'

export const CHECKPOINT_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'witness',
    value: 'URL,…',
    fallback: undefined,
    summary: 'checkpoint: witnesses to cosign it (C2SP tlog-witness)',
  },
]

/** The checkpoint with the cosignatures of the witness; undefined with a message where it gave none. */
const cosigned = async (
  url: string,
  keys: ReadonlyArray<VerifierKey>,
  tree: HistoryTree,
  note: string,
  terminal: Terminal,
): Promise<string | undefined> => {
  const witnessed = await askWitness({
    url,
    tree,
    note,
    size: tree.size(),
    isTrusted: trustIn(keys, note),
    outbound: makeOutbound(),
    pause,
  })
  if (witnessed.kind === 'Cosigned') return `${note}${witnessed.lines.join('\n')}\n`
  terminal.tell(`forgefold: ${witnessRefusal(witnessed)}`)
  return undefined
}

/** Prints a signed checkpoint, to verify the instance with later. */
export const checkpoint: AuditQuestion = {
  name: 'checkpoint',
  usage: 'checkpoint [FILE]',
  summary: 'print the signed head of the history, or add it to a file',
  flags: ['witness', 'witness-key'],
  run: async (flags, [file, ...rest], terminal) => {
    if (rest.length > 0) throw new UsageError('audit checkpoint takes one file at most')
    refuseKeysAlone(flags)
    const witnesses = witnessesOf(flags)
    const keys = witnessKeysOf(flags)
    return withHistoryTree(flags, terminal, async (tree, key) => {
      let note = signedCheckpoint(tree, key)
      for (const url of witnesses) {
        const more = await cosigned(url, keys, tree, note, terminal)
        if (more === undefined) return 1
        note = more
      }
      if (file !== undefined) appendFileSync(file, `${note}\n`)
      if (flags.isOn('json')) terminal.say(JSON.stringify({ note, key: verifierKeyText(sha256, key.verifier) }))
      else terminal.say(note.trimEnd())
      return 0
    })
  },
}
