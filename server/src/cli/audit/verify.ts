import { existsSync, readFileSync } from 'node:fs'
import { pause } from '@forgefold/adapters/clock'
import { isEd25519Signature, sha256 } from '@forgefold/adapters/crypto'
import type { RowCheck } from '@forgefold/adapters/read-model'
import { readSqliteTreeTiles } from '@forgefold/adapters/sqlite'
import {
  base64Of,
  cosignedAt,
  readCheckpoint,
  readVerifierKey,
  type TreeCheckpoint,
  textOfNote,
  type Verification,
  type VerifierKey,
  verifyHistory,
} from '@forgefold/core/audit'
import * as E from 'fp-ts/lib/Either.js'
import { openAuditChecks } from '../../composition/audit-checks.js'
import { decodeEvent } from '../../composition/event-catalogues.js'
import type { Terminal } from '../command.js'
import { type Flag, type Flags, refuseWithoutEffect, UsageError } from '../flags.js'
import { withHistory } from '../history-reader.js'
import { placeOf } from '../instance-flags.js'
import { witnessKeysOf } from '../witness-flag.js'
import type { AuditQuestion } from './audit-question.js'
import { reasonOf } from './audit-question.js'
import { sentenceOf, sentenceOfRows } from './history-faults.js'
import { instanceVerifier, treeFileOf } from './open-history-tree.js'

export const VERIFY_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'against',
    value: 'FILE',
    fallback: undefined,
    summary: 'verify: compare with checkpoints that were kept elsewhere',
  },
  {
    name: 'key',
    value: 'KEY',
    fallback: undefined,
    summary: 'verify: the key that signed them; default that of the instance',
  },
  {
    name: 'witness-key',
    value: 'KEY,…',
    fallback: undefined,
    summary: 'checkpoint: keys of the witnesses, others do not count; verify: keys that must each have cosigned them',
  },
  {
    name: 'skip-rows',
    value: undefined,
    fallback: undefined,
    summary: 'verify: do not rebuild the rows of the read model, which takes most of the time',
  },
]

const verifierOf = (flags: Flags): VerifierKey => {
  const text = flags.text('key')
  if (text === undefined) return instanceVerifier(flags)
  const verifier = readVerifierKey(sha256, text)
  if (verifier === undefined) throw new UsageError('--key takes a verifier key, as /.well-known/forgefold/key tells it')
  return verifier
}

/** A note ends after its signatures; the next one begins after an empty line. */
const notesIn = (text: string): ReadonlyArray<string> =>
  text.split(/(?<=\n— [^\n]*\n)\n*(?!— )/).filter((note) => note.trim() !== '')

/** The checkpoints of the flags' file. Throws `UsageError` where one is not signed by the key. */
const knownCheckpoints = (flags: Flags): ReadonlyArray<TreeCheckpoint> => {
  const file = flags.text('against')
  if (file === undefined) {
    refuseWithoutEffect(flags, ['key', 'witness-key'], 'without --against')
    return []
  }
  if (!existsSync(file)) throw new UsageError(`there is no file ${file}`)
  const verifier = verifierOf(flags)
  const witnesses = witnessKeysOf(flags)
  return notesIn(readFileSync(file, 'utf8')).map((note, at) => {
    const text = textOfNote(sha256, note, verifier, isEd25519Signature)
    const checkpoint = text === undefined ? undefined : readCheckpoint(text)
    if (checkpoint?.origin !== verifier.name)
      throw new UsageError(`checkpoint ${at + 1} of ${file} is not signed by ${verifier.name}`)
    for (const witness of witnesses)
      if (cosignedAt(sha256, note, witness, isEd25519Signature) === undefined)
        throw new UsageError(`checkpoint ${at + 1} of ${file} is not cosigned by ${witness.name}`)
    return checkpoint
  })
}

const PROGRESS_INTERVAL = 50_000

/** Reports progress after every so many events. */
const progressOn = (terminal: Terminal, what: string) => {
  let reported = 0
  return (count: number): void => {
    if (count - reported < PROGRESS_INTERVAL) return
    reported = count
    terminal.progress(`${count} ${what}`)
  }
}

/** Prints the result, for people or programs; returns the exit code. */
const report = (
  flags: Flags,
  terminal: Terminal,
  { size, root, fault }: Verification,
  more: { readonly inTree: number; readonly checkpoints: number; readonly rows: RowCheck | undefined },
): number => {
  const { inTree, checkpoints, rows } = more
  const wrong = fault !== undefined || rows?.kind === 'Differ'
  if (flags.isOn('json')) {
    const found = fault && { kind: fault.kind, index: fault.index, message: sentenceOf(fault) }
    const differing = rows?.kind === 'Differ' && {
      kind: rows.kind,
      table: rows.table,
      key: rows.key,
      message: sentenceOfRows(rows),
    }
    const said = { size, root: base64Of(root), in_tree: inTree, checkpoints, rows: rows?.kind ?? null }
    terminal.say(JSON.stringify({ ...said, fault: found ?? (differing || null) }))
    return wrong ? 1 : 0
  }
  if (fault !== undefined) {
    terminal.say(`NOT VERIFIED: ${sentenceOf(fault)}`)
    return 1
  }
  const agreeing = checkpoints === 1 ? '1 checkpoint agrees' : `${checkpoints} checkpoints agree`
  terminal.say(`${size} events verified; ${inTree} of them stood in the tree, ${agreeing}`)
  terminal.say(`root ${base64Of(root)}`)
  if (rows !== undefined) terminal.say(`${wrong ? 'NOT VERIFIED: ' : ''}${sentenceOfRows(rows)}`)
  return wrong ? 1 : 0
}

/** Verifies that the whole history is unaltered, and that everything derived from it agrees with it. */
export const verify: AuditQuestion = {
  name: 'verify',
  usage: 'verify',
  summary:
    'go through the whole history: nothing altered, dropped, swapped, inserted or cut off; names and rows agree with it',
  flags: ['against', 'key', 'witness-key', 'skip-rows'],
  run: async (flags, rest, terminal) => {
    if (rest.length > 0) throw new UsageError('audit verify takes flags only')
    const against = knownCheckpoints(flags)
    const file = treeFileOf(flags)
    const { data = '', local, eventStore } = placeOf(flags)
    return withHistory(flags, terminal, async (events) => {
      const tiles = existsSync(file) ? readSqliteTreeTiles(file) : undefined
      const checks = openAuditChecks({ events, data, local: local ?? data })
      try {
        const verified = await verifyHistory({
          events,
          sha256,
          pause,
          decode: decodeEvent,
          against,
          dense: typeof eventStore !== 'object',
          ...(tiles === undefined ? {} : { tiles }),
          ...(checks === undefined ? {} : { checkNames: checks.checkNames }),
          onProgress: progressOn(terminal, 'events'),
        })
        if (E.isLeft(verified)) {
          terminal.tell(`forgefold: ${reasonOf(verified.left)}`)
          return 1
        }
        const wantsRows = verified.right.fault === undefined && !flags.isOn('skip-rows')
        const rows = wantsRows ? await checks?.checkRows(progressOn(terminal, 'events made into rows')) : undefined
        const more = { inTree: tiles?.head().size ?? 0, checkpoints: against.length, rows }
        return report(flags, terminal, verified.right, more)
      } finally {
        checks?.close()
        tiles?.close()
      }
    })
  },
}
