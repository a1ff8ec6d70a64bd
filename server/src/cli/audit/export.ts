import { closeSync, openSync, truncateSync, writeSync } from 'node:fs'
import { type HistoryKey, sha256 } from '@forgefold/adapters/crypto'
import { base64Of, canonicalEvent, type HistoryTree, verifierKeyText } from '@forgefold/core/audit'
import type { StoredEvent } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { signedCheckpoint } from '../../audit/index.js'
import type { Terminal } from '../command.js'
import { type Flag, type Flags, UsageError } from '../flags.js'
import { eventsLike } from '../history-reader.js'
import type { AuditQuestion } from './audit-question.js'
import { exportEntries, FORMAT_FLAG } from './export-entries.js'
import { readInterrupted } from './interrupted-export.js'
import { withHistoryTree } from './open-history-tree.js'
import { instantFlag, QUERY } from './query-flags.js'

/** The filters of an export. */
export const EXPORT_FLAGS: ReadonlyArray<Flag> = [
  FORMAT_FLAG,
  { name: 'stream', value: 'STREAM', fallback: undefined, summary: 'export: of one thing only, such as deployment-7' },
  {
    name: 'type',
    value: 'TYPE',
    fallback: undefined,
    summary: 'search, export: of one type only, such as DeploymentCreated',
  },
  { name: 'since', value: 'INSTANT', fallback: undefined, summary: 'timeline, search, export: from this moment on' },
  {
    name: 'resume',
    value: 'FILE',
    fallback: undefined,
    summary: 'export: continue an interrupted export with proofs',
  },
  { name: 'until', value: 'INSTANT', fallback: undefined, summary: 'timeline, search, export: before this moment' },
]

/** What narrows either form of an export; the others narrow one of them. */
const EITHER = new Set(['type', 'since', 'until'])
const PROVEN = ['stream', 'type', 'since', 'until', 'resume']

/** Throws `UsageError` for what would narrow the other form. */
const refuseOther = (flags: Flags, proven: boolean): void => {
  const others = (proven ? QUERY : PROVEN).filter((name) => !EITHER.has(name))
  const other = flags.given.find((name) => others.includes(name))
  if (other === undefined) return
  const form = proven ? '--format ndjson or csv' : 'a proven export (--format proven)'
  throw new UsageError(`--${other} is for ${form}`)
}

type Wanted = (event: StoredEvent, index: number) => boolean

/** The filter of the flags; undefined: none. Throws `UsageError`. */
const wantedBy = (flags: Flags): Wanted | undefined => {
  const [stream, type] = [flags.text('stream'), flags.text('type')]
  const [since, until] = [instantFlag(flags, 'since'), instantFlag(flags, 'until')]
  if ([stream, type, since, until].every((one) => one === undefined)) return undefined
  return (event) =>
    (stream === undefined || event.stream === stream) &&
    (type === undefined || event.type === type) &&
    (since === undefined || event.metadata.at >= since) &&
    (until === undefined || event.metadata.at < until)
}

/** The source and destination of exported entries. */
interface Exported {
  readonly events: EventStore
  readonly tree: HistoryTree
  readonly key: HistoryKey
  readonly say: (line: string) => void
}

/** The first line: the checkpoint that the entries are proved against. */
const headLine = ({ tree, key }: Exported, complete: boolean, size: number): string => {
  const head = { format: 'forgefold-history', version: 1, complete, key: verifierKeyText(sha256, key.verifier) }
  return JSON.stringify({ ...head, checkpoint: signedCheckpoint(tree, key, size) })
}

/** The matching entries after an index with their proofs in a tree of this size (docs/reference/history-proofs.md#exports). */
const sayEntries = async (
  { events, tree, say }: Exported,
  wanted: Wanted | undefined,
  size: number,
  behind = -1,
): Promise<number> => {
  const complete = wanted === undefined
  let index = -1
  let said = 0
  for await (const event of eventsLike(events, {})) {
    index++
    if (index >= size) break
    if (index <= behind || wanted?.(event, index) === false) continue
    const line = { index, entry: canonicalEvent(event) }
    const proof = complete ? {} : { proof: tree.inclusion(index, size).map(base64Of) }
    say(JSON.stringify({ ...line, ...proof }))
    said++
  }
  return said
}

/** The size of the tree of a first line; undefined for one of another history. */
const sizeIn = (exported: Exported, head: string, complete: boolean): number | undefined => {
  const size = Number(/"checkpoint":"[^"\\]*\\n(\d{1,15})\\n/.exec(head)?.[1])
  return size <= exported.tree.size() && headLine(exported, complete, size) === head ? size : undefined
}

/** Completes an interrupted export. */
const resume = async (
  exported: Exported,
  wanted: Wanted | undefined,
  file: string,
  terminal: Terminal,
): Promise<number> => {
  const { head, last, bytes } = readInterrupted(file)
  const complete = wanted === undefined
  const size = head === undefined ? exported.tree.size() : sizeIn(exported, head, complete)
  if (size === undefined) {
    terminal.tell(`forgefold: ${file} is no export of this history, or of another part of it`)
    return 1
  }
  const descriptor = openSync(file, 'a')
  try {
    truncateSync(file, bytes)
    const say = (line: string): void => {
      writeSync(descriptor, `${line}\n`)
    }
    if (head === undefined) say(headLine(exported, complete, size))
    const said = await sayEntries({ ...exported, say }, wanted, size, last)
    terminal.tell(`${said} events more in ${file}`)
    return 0
  } finally {
    closeSync(descriptor)
  }
}

/** Writes the history, or a part of it, so that others can verify it offline. */
export const exportHistory: AuditQuestion = {
  name: 'export',
  usage: 'export',
  summary: 'print the history with its proofs, or as readable entries (--format)',
  flags: ['format', ...PROVEN, ...QUERY],
  run: async (flags, rest, terminal) => {
    if (rest.length > 0) throw new UsageError('audit export takes flags only')
    const isProven = flags.text('format') === 'proven'
    refuseOther(flags, isProven)
    if (!isProven) return exportEntries(flags, terminal)
    const file = flags.text('resume')
    const wanted = wantedBy(flags)
    return withHistoryTree(flags, terminal, async (tree, key, events) => {
      const exported = { events, tree, key, say: terminal.say }
      if (file !== undefined) return resume(exported, wanted, file, terminal)
      const size = tree.size()
      terminal.say(headLine(exported, wanted === undefined, size))
      await sayEntries(exported, wanted, size)
      return 0
    })
  },
}

/** Selects one event by its id, its stream and revision (`deployment-7@0`), or its position, as `audit explain` and the timeline do. */
const named = (name: string): Wanted => {
  if (/^\d+$/.test(name)) return ({ position }) => position === Number(name)
  const [stream, revision] = name.split('@')
  if (revision !== undefined) return (event) => event.stream === stream && event.revision === Number(revision)
  return ({ id }) => id === name
}

/** Proves that one event is in the history. */
export const prove: AuditQuestion = {
  name: 'prove',
  usage: 'prove EVENT',
  summary: 'print one event with the proof that it is in the history (by id, STREAM@REVISION or position)',
  flags: [],
  run: async (flags, [name, ...rest], terminal) => {
    if (name === undefined || rest.length > 0)
      throw new UsageError('audit prove takes an event, as in `forgefold audit prove deployment-7@0`')
    return withHistoryTree(flags, terminal, async (tree, key, events) => {
      const lines: Array<string> = []
      const size = tree.size()
      const exported = { events, tree, key, say: (line: string) => lines.push(line) }
      const said = await sayEntries(exported, named(name), size)
      if (said === 0) terminal.tell(`the history has no event ${name}`)
      else for (const line of [headLine(exported, false, size), ...lines]) terminal.say(line)
      return said === 0 ? 1 : 0
    })
  },
}
