import { existsSync, readFileSync } from 'node:fs'
import { pause } from '@forgefold/adapters/clock'
import { isEd25519Signature, sha256 } from '@forgefold/adapters/crypto'
import { readSqliteTreeTiles } from '@forgefold/adapters/sqlite'
import {
  base64Of,
  type HistoryFault,
  readCheckpoint,
  readVerifierKey,
  type TreeCheckpoint,
  textOfNote,
  type VerifierKey,
  verifyHistory,
} from '@forgefold/core/audit'
import * as E from 'fp-ts/lib/Either.js'
import { decodeEvent } from '../../composition/event-catalogues.js'
import { type Flag, type Flags, UsageError } from '../flags.js'
import { withHistory } from '../history-reader.js'
import type { AuditQuestion } from './audit-question.js'
import { reasonOf } from './audit-question.js'
import { instanceVerifier, treeFileOf } from './open-history-tree.js'

export const VERIFY_FLAGS: ReadonlyArray<Flag> = [
  { name: 'against', value: 'FILE', fallback: undefined, summary: 'verify: checkpoints that were kept elsewhere' },
  {
    name: 'key',
    value: 'KEY',
    fallback: undefined,
    summary: 'verify: the key that signed them; else that of the instance',
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

/** The checkpoints of the file that the flags name. Throws `UsageError` where one is not signed by the key. */
const keptElsewhere = (flags: Flags): ReadonlyArray<TreeCheckpoint> => {
  const file = flags.text('against')
  if (file === undefined) return []
  if (!existsSync(file)) throw new UsageError(`there is no file ${file}`)
  const verifier = verifierOf(flags)
  return notesIn(readFileSync(file, 'utf8')).map((note, at) => {
    const text = textOfNote(sha256, note, verifier, isEd25519Signature)
    const checkpoint = text === undefined ? undefined : readCheckpoint(text)
    if (checkpoint?.origin !== verifier.name)
      throw new UsageError(`checkpoint ${at + 1} of ${file} is not signed by ${verifier.name}`)
    return checkpoint
  })
}

const sentenceOf = (fault: HistoryFault): string => {
  switch (fault.kind) {
    case 'Altered':
      return `event ${fault.index} (${fault.event.stream}@${fault.event.revision}) is not the one that the tree was made of`
    case 'CutShort':
      return `the history ends before event ${fault.index}; the tree has ${fault.treeSize}`
    case 'OutOfTurn':
      return `event ${fault.index} is ${fault.event.stream}@${fault.event.revision}; revision ${fault.expected} was expected there`
    case 'Undecodable':
      return `event ${fault.index} (${fault.problem.type}) cannot be read: ${fault.problem.problems.join(', ')}`
    case 'OtherHistory':
      return `the first ${fault.index} events are not those that were signed in a checkpoint`
    case 'ShorterThanCheckpoint':
      return `the history ends before event ${fault.index}; a checkpoint was signed over ${fault.checkpoint.size}`
  }
}

const EVERY = 50_000

/** Goes through the whole history and says whether it is what it was. */
export const verify: AuditQuestion = {
  name: 'verify',
  usage: 'verify',
  summary: 'go through the whole history: nothing altered, dropped, swapped, inserted or cut off',
  run: async (flags, rest, terminal) => {
    if (rest.length > 0) throw new UsageError('audit verify takes flags only')
    const against = keptElsewhere(flags)
    const file = treeFileOf(flags)
    return withHistory(flags, terminal, async (events) => {
      const tiles = existsSync(file) ? readSqliteTreeTiles(file) : undefined
      try {
        let told = 0
        const verified = await verifyHistory({
          events,
          sha256,
          pause,
          decode: decodeEvent,
          against,
          ...(tiles === undefined ? {} : { tiles }),
          onProgress: (count) => {
            if (count - told < EVERY) return
            told = count
            terminal.progress(`${count} events`)
          },
        })
        if (E.isLeft(verified)) {
          terminal.tell(`forgefold: ${reasonOf(verified.left)}`)
          return 1
        }
        const { size, root, fault } = verified.right
        const inTree = tiles?.head().size ?? 0
        if (flags.isOn('json'))
          terminal.say(
            JSON.stringify({
              size,
              root: base64Of(root),
              in_tree: inTree,
              checkpoints: against.length,
              fault: fault === undefined ? null : { kind: fault.kind, index: fault.index, message: sentenceOf(fault) },
            }),
          )
        else if (fault === undefined) {
          terminal.say(
            `${size} events verified; ${inTree} of them stood in the tree, ${against.length} checkpoints agree`,
          )
          terminal.say(`root ${base64Of(root)}`)
        } else terminal.say(`NOT VERIFIED: ${sentenceOf(fault)}`)
        return fault === undefined ? 0 : 1
      } finally {
        tiles?.close()
      }
    })
  },
}
