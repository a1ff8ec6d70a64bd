import { appendFileSync } from 'node:fs'
import { sha256 } from '@forgefold/adapters/crypto'
import { verifierKeyText } from '@forgefold/core/audit'
import { signedCheckpoint } from '../../audit/index.js'
import { UsageError } from '../flags.js'
import type { AuditQuestion } from './audit-question.js'
import { withHistoryTree } from './open-history-tree.js'

/** Prints the signed head of the tree, for whoever wants to hold the instance to it later. */
export const checkpoint: AuditQuestion = {
  name: 'checkpoint',
  usage: 'checkpoint [FILE]',
  summary: 'print the signed head of the history, or add it to a file',
  run: async (flags, [file, ...rest], terminal) => {
    if (rest.length > 0) throw new UsageError('audit checkpoint takes one file at most')
    return withHistoryTree(flags, terminal, async (tree, key) => {
      const note = signedCheckpoint(tree, key)
      if (file !== undefined) appendFileSync(file, `${note}\n`)
      if (flags.isOn('json')) terminal.say(JSON.stringify({ note, key: verifierKeyText(sha256, key.verifier) }))
      else terminal.say(note.trimEnd())
      return 0
    })
  },
}
